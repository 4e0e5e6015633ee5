import { defineConfig } from "vitest/config";
import { base } from "./vitest.config.ts";

/** The property tests of `sluice/json`, each many times over: `npm run test:fuzz`. `FUZZ_RUNS` says how many. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["test/json/*.test.ts"],
    env: { FUZZ_RUNS: process.env.FUZZ_RUNS ?? "100000", FUZZ_SEED: process.env.FUZZ_SEED ?? "random" },
    testTimeout: 0,
  },
});
