import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Build, loadModel, modelPath, prepareEngine } from "../../src/engine/index.ts";
import { codeOf, embedded, quick, randomModel, temporaryFolder } from "./helpers.ts";

const folder = temporaryFolder();
const foreign: Build = process.platform === "darwin" ? "cuda" : "metal";
const saved = { ...process.env };
afterEach(() => {
  process.env = { ...saved };
  vi.restoreAllMocks();
});

describe("what loads", () => {
  test("the embedded model, by default and by name", async () => {
    delete process.env.SLUICE_MODEL;
    for (const name of [undefined, "embedded"]) {
      await using engine = await loadModel(name, quick);
      expect(engine.info).toMatchObject({ model: "embedded", build: "cpu", threads: 1 });
      expect(engine.info.vocabularySize).toBeGreaterThan(256);
    }
  });

  test("the model that SLUICE_MODEL names", async () => {
    process.env.SLUICE_MODEL = randomModel(join(folder, "mine.gguf"), { contextLength: 512 });
    await using engine = await loadModel(undefined, quick);
    expect(engine.info).toMatchObject({ model: process.env.SLUICE_MODEL, contextSize: 512 });
  });

  test("after a head start, which keeps its failures to itself", async () => {
    prepareEngine(foreign);
    prepareEngine("cpu");
    await using engine = await loadModel("embedded", quick);
    expect(engine.info.build).toBe("cpu");
  });

  test("a context as large as asked", async () => {
    await using engine = await loadModel("embedded", { ...quick, contextSize: 100 });
    expect(engine.info.contextSize).toBe(100);
  });

  test("`auto` never takes a GPU build without a device", async () => {
    await using engine = await loadModel("embedded", { ...quick, build: "auto" });
    if (engine.info.build !== "cpu") console.warn(`this computer has a GPU for ${engine.info.build}`);
    expect(["cpu", "cuda", "vulkan", "metal"]).toContain(engine.info.build);
  });

  test("quietly: nothing on stdout or stderr, and progress to the end", async () => {
    const written: unknown[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(text) > 0);
    vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(text) > 0);
    const fractions: number[] = [];
    const engine = await loadModel("embedded", {
      ...quick,
      onProgress: (progress) => progress.phase === "load" && fractions.push(progress.fraction),
    });
    await engine.dispose();
    vi.restoreAllMocks();
    expect(written).toEqual([]);
    expect(fractions.at(-1)).toBe(1);
  });
});

describe("what doesn't", () => {
  const damaged = (change: (bytes: Buffer) => Buffer): string => {
    const path = join(folder, "damaged.gguf");
    writeFileSync(path, change(readFileSync(embedded)));
    return path;
  };

  test("files that aren't there, aren't models, or are cut", async () => {
    expect(await codeOf(loadModel("no-such-model", quick))).toBe("model-not-found");
    expect(await codeOf(loadModel("./missing.gguf", quick))).toBe("model-not-found");
    expect(await codeOf(loadModel(folder, quick))).toBe("model-not-found");
    expect(await codeOf(loadModel("hf:nonsense", quick))).toBe("model-not-found");
    expect(
      await codeOf(
        loadModel(
          damaged(() => Buffer.alloc(0)),
          quick,
        ),
      ),
    ).toBe("not-a-model");
    expect(
      await codeOf(
        loadModel(
          damaged(() => Buffer.from("a text")),
          quick,
        ),
      ),
    ).toBe("not-a-model");
    expect(
      await codeOf(
        loadModel(
          damaged((bytes) => bytes.subarray(0, bytes.length - 1000)),
          quick,
        ),
      ),
    ).toBe("model-truncated");
  });

  test("a model llama.cpp doesn't know says so", async () => {
    const unknown = damaged((bytes) => {
      // Same length, so that everything else stays where it is; the keys of the architecture too.
      for (let at = bytes.indexOf("llama"); at >= 0; at = bytes.indexOf("llama", at + 1)) bytes.write("lamal", at);
      return bytes;
    });
    expect(await codeOf(loadModel(unknown, quick))).toBe("model-unsupported");
  });

  test("weights that aren't numbers are found while loading", async () => {
    const path = randomModel(join(folder, "nan.gguf"), { type: "F32" });
    const bytes = readFileSync(path);
    for (let at = bytes.length - 4000; at < bytes.length - 3000; at += 4) bytes.writeFloatLE(Number.NaN, at);
    writeFileSync(path, bytes);
    expect(await codeOf(loadModel(path, quick))).toBe("model-invalid");
  });

  test("a context larger than the model was trained for", async () => {
    expect(await codeOf(loadModel("embedded", { ...quick, contextSize: 1_000_000_000 }))).toBe("context-too-large");
  });

  test("a context larger than the memory, at once", async () => {
    const path = randomModel(join(folder, "long.gguf"), { contextLength: 2 ** 30 });
    expect(await codeOf(loadModel(path, { ...quick, contextSize: 2 ** 30 }))).toBe("out-of-memory");
  });

  test("a build that isn't for this computer, and one that doesn't exist", async () => {
    expect(await codeOf(loadModel("embedded", { ...quick, build: foreign }))).toBe("build-unavailable");
    expect(await codeOf(loadModel("embedded", { ...quick, build: "tpu" as Build }))).toBe("bad-option");
  });

  test.each([{ threads: 0 }, { threads: 1.5 }, { contextSize: 0 }, { gpuLayers: -1 }, { seed: -1 }])(
    "%o",
    async (option) => {
      expect(await codeOf(loadModel("embedded", { ...quick, ...option }))).toBe("bad-option");
    },
  );

  test("a model that isn't on this machine, offline", async () => {
    process.env.SLUICE_CACHE = join(folder, "empty");
    expect(await codeOf(loadModel("smollm2-135m", quick))).toBe("offline");
    expect(modelPath("smollm2-135m").startsWith(join(folder, "empty"))).toBe(true);
  });

  test("what is aborted: before, and while it loads", async () => {
    expect(await codeOf(loadModel("embedded", { ...quick, signal: AbortSignal.abort() }))).toBe("aborted");
    const controller = new AbortController();
    const loading = codeOf(
      loadModel("embedded", { ...quick, signal: controller.signal, onProgress: () => controller.abort() }),
    );
    expect(await loading).toBe("aborted");
  });
});
