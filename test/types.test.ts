/** The package's declarations, as a program sees them that checks those of its libraries. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
const consumer = fileURLToPath(new URL("consumer/", import.meta.url));

it("they check on their own, and bring no types of node-llama-cpp along", () => {
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", consumer, "--listFiles"], { encoding: "utf8" });
  expect(stdout).not.toMatch(/error TS/);
  expect(stdout).toMatch(/dist\/index\.d\.ts/);
  expect(stdout).not.toMatch(/node-llama-cpp/);
  expect(status).toBe(0);
});
