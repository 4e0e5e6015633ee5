/** Runs the built command line on a terminal, as `script` (util-linux) makes one. */
import { spawnSync } from "node:child_process";
import { bin } from "./cli.ts";

export const hasScript = spawnSync("script", ["--version"]).status === 0;
if (!hasScript) console.warn("SKIPPED: tests on a terminal need the `script` command (util-linux)");

/** `size` as `stty` takes it: `cols 80 rows 30`. Everything that came to the screen is on stdout. */
export function onTerminal(size: string, args: readonly string[]): { status: number | null; stdout: string } {
  const quoted = [process.execPath, bin, ...args].map((arg) => `'${arg}'`).join(" ");
  return spawnSync("script", ["-qec", `stty ${size}; ${quoted}`, "/dev/null"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TERM: "xterm", SLUICE_MODEL: "" },
  });
}
