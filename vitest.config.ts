import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const src = fileURLToPath(new URL("./src", import.meta.url));

/** What all suites have in common: `npm test`, `test:slow` and `test:fuzz`. */
export const base = defineConfig({
  resolve: {
    // Tests use the package by its name, as users do, and get the sources.
    alias: [
      { find: /^sluice$/, replacement: `${src}/index.ts` },
      { find: /^sluice\/(.*)$/, replacement: `${src}/$1/index.ts` },
    ],
  },
  test: {
    setupFiles: ["test/seed.ts"],
    testTimeout: 60_000,
    // A native model holds its threads: two test files that decode at once slow each other many times over.
    pool: "forks",
    maxWorkers: 2,
  },
});

const all = "test/**/*.test.ts";
const slow = "test/slow/**";

/** Tests that change or measure their process (its environment, its streams, its memory), and those that spawn others by the dozen. */
const alone = [
  "test/e2e/**/*.test.ts",
  "test/engine/{catalogue,doctor,download,load,quiet,wheel}.test.ts",
  "test/json/memory.test.ts",
];

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: [
      // A third of the time of short test files goes into a process of their own, where everything is loaded and
      // compiled anew: the sources, node-llama-cpp, the engine's machine code.
      { extends: true, test: { name: "together", include: [all], exclude: [slow, ...alone], isolate: false } },
      { extends: true, test: { name: "alone", include: alone } },
    ],
  },
});
