import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/slow/**"],
    testTimeout: 60_000,
    // A native model holds its threads: two test files that decode at once slow each other many times over.
    pool: "forks",
    maxWorkers: 2,
  },
});
