import { defineConfig } from "vitest/config";
import { base } from "./vitest.config.ts";

/** Suites that take minutes: `npm run test:slow`. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ["test/slow/**/*.test.ts"] },
});
