#!/usr/bin/env node
import { existsSync } from "node:fs";

// A reader that goes away (`sluice … | head`) isn't a fault.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(process.exitCode ?? 0);
});

const main = new URL("../dist/cli/main.js", import.meta.url);
if (existsSync(main)) {
  const { main: run } = await import(main.href);
  process.exitCode = await run(process.argv.slice(2));
} else {
  console.error("sluice isn't built yet: run `npm run build` in its folder.");
  process.exitCode = 2;
}
