import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { cacheFolder, EngineError, embeddedModel, listModels, modelPath, pullModel } from "../../src/engine/index.ts";
import { codeOf, embedded, temporaryFolder } from "./helpers.ts";

const folder = temporaryFolder();
const saved = { ...process.env };
afterEach(() => {
  process.env = { ...saved };
});

describe("the catalogue", () => {
  test("lists the embedded model and smollm2-135m, with all a user must know", () => {
    process.env.SLUICE_CACHE = folder;
    const models = listModels();
    expect(models.map(({ name }) => name)).toEqual([embeddedModel, "smollm2-135m"]);
    for (const model of models) {
      expect(model.licence).toMatch(/^[\w.-]+$/);
      expect(model.context).toBeGreaterThan(0);
      expect(isAbsolute(model.path)).toBe(true);
      expect(model.present).toBe(existsSync(model.path));
    }
    expect(models[1]).toMatchObject({ bytes: 98_362_432, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(models[1]?.sources.map(({ kind }) => kind)).toEqual(["hub", "wheel"]);
  });

  test("the embedded model is always there", async () => {
    expect(modelPath("embedded")).toBe(embedded);
    expect(await pullModel("embedded", { offline: true })).toBe(embedded);
  });
});

describe("a model's name", () => {
  test("may be a path, absolute or not", () => {
    expect(modelPath("some/where/x.gguf")).toBe(resolve("some/where/x.gguf"));
    expect(modelPath("x.gguf")).toBe(resolve("x.gguf"));
    expect(modelPath("/x/y")).toBe("/x/y");
  });

  test("may be an address on the hub, and gets its own place", () => {
    process.env.SLUICE_CACHE = folder;
    expect(modelPath("hf:owner/repo/dir/file.gguf")).toBe(
      join(folder, "hub", "owner", "repo", "main", "dir", "file.gguf"),
    );
    expect(modelPath("hf:owner/repo@abc/file.gguf")).toBe(join(folder, "hub", "owner", "repo", "abc", "file.gguf"));
  });

  test.each(["hf:", "hf:owner/repo", "hf:owner/../x.gguf", "hf:a/b/../../../etc/passwd", "hf:a/b@../x", "hf:a/b/x y"])(
    "%s is refused",
    async (uri) => {
      expect(await codeOf((async () => modelPath(uri))())).toBe("model-not-found");
    },
  );

  test("that is unknown gets the known ones as an answer", () => {
    expect(() => modelPath("smollm")).toThrow(/smollm2-135m/);
    expect(() => modelPath("smollm")).toThrow(EngineError);
  });

  test("is SLUICE_MODEL's by default", () => {
    process.env.SLUICE_MODEL = "smollm2-135m";
    expect(modelPath()).toBe(modelPath("smollm2-135m"));
    delete process.env.SLUICE_MODEL;
    expect(modelPath()).toBe(embedded);
  });
});

describe("the cache folder", () => {
  test("is SLUICE_CACHE, else the platform's", () => {
    process.env.SLUICE_CACHE = join(folder, "mine");
    expect(cacheFolder()).toBe(join(folder, "mine"));
    delete process.env.SLUICE_CACHE;
    expect(cacheFolder().endsWith(join("sluice", "models"))).toBe(true);
    if (process.platform !== "linux") return;
    process.env.XDG_CACHE_HOME = join(folder, "xdg");
    expect(cacheFolder()).toBe(join(folder, "xdg", "sluice", "models"));
    process.env.XDG_CACHE_HOME = "relative";
    expect(cacheFolder()).toBe(join(homedir(), ".cache", "sluice", "models"));
  });
});

describe("without network", () => {
  test("a pulled model is taken as it is, another one is an error that names the ways out", async () => {
    process.env.SLUICE_CACHE = join(folder, "offline");
    await expect(pullModel("smollm2-135m", { offline: true })).rejects.toThrow(/embedded/);
    expect(await codeOf(pullModel("smollm2-135m", { offline: true }))).toBe("offline");
    const path = modelPath("hf:a/b/c.gguf");
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, "content");
    expect(await pullModel("hf:a/b/c.gguf", { offline: true })).toBe(path);
  });

  test("a hub that can't be reached", async () => {
    process.env.SLUICE_CACHE = join(folder, "offline");
    // A port that was free a moment ago.
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    process.env.HF_ENDPOINT = `http://127.0.0.1:${port}`;
    expect(await codeOf(pullModel("hf:a/b/d.gguf"))).toBe("offline");
  });
});
