#!/usr/bin/env node
import { existsSync } from "node:fs";
import module from "node:module";

// Node 22.1 and later can keep compiled code, which starts quicker; child processes join in.
const cache = module.enableCompileCache?.();
if (cache?.directory) process.env.NODE_COMPILE_CACHE ??= cache.directory;

process.stdout.on("error", (error) => {
  // A reader that goes away (`sluice … | head`) isn't a fault.
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  console.error(`error: The output can't be written: ${error.message}.`);
  process.exit(2);
});

const cli = new URL("../dist/cli/", import.meta.url);
if (existsSync(cli)) {
  const args = process.argv.slice(2);
  const { headStart } = await import(new URL("start.js", cli).href);
  await headStart(args);
  const { main } = await import(new URL("main.js", cli).href);
  process.exitCode = await main(args);
  const { leaveIfInterrupted } = await import(new URL("interrupt.js", cli).href);
  await leaveIfInterrupted();
} else {
  console.error("sluice isn't built yet: run `npm run build` in its folder.");
  process.exitCode = 2;
}
