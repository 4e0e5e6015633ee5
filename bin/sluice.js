#!/usr/bin/env node
import { existsSync } from "node:fs";

process.stdout.on("error", (error) => {
  // A reader that goes away (`sluice … | head`) isn't a fault.
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  console.error(`error: The output can't be written: ${error.message}.`);
  process.exit(2);
});

const main = new URL("../dist/cli/main.js", import.meta.url);
if (existsSync(main)) {
  const { main: run } = await import(main.href);
  process.exitCode = await run(process.argv.slice(2));
} else {
  console.error("sluice isn't built yet: run `npm run build` in its folder.");
  process.exitCode = 2;
}
