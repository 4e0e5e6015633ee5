import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const src = fileURLToPath(new URL("./src", import.meta.url));

export default defineConfig({
  resolve: {
    // Tests use the package by its name, as users do, and get the sources.
    alias: [
      { find: /^sluice$/, replacement: `${src}/index.ts` },
      { find: /^sluice\/(.*)$/, replacement: `${src}/$1/index.ts` },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/slow/**"],
    setupFiles: ["test/seed.ts"],
    testTimeout: 60_000,
    // A native model holds its threads: two test files that decode at once slow each other many times over.
    pool: "forks",
    maxWorkers: 2,
  },
});
