/**
 * Runs case files: `npx tsx test/cases.ts [--seed N] FILE…`. A file is a list of cases in one of two formats, told apart
 * by their content (see `cases/format.ts`). Prints each case that failed, with what was wanted and what came, and
 * `N passed, N failed` as the last line. Exit codes: 0 all passed, 1 some failed, 2 a file or an argument is no good.
 */
import { fileURLToPath } from "node:url";
import { type Case, CaseFileError, readCases } from "./cases/format.ts";
import { runCase } from "./cases/run.ts";

/** Runs the program; returns its exit code. */
export function main(args: readonly string[]): number {
  let seed = Math.floor(Math.random() * 2 ** 31);
  const files: string[] = [];
  for (let i = 0; i < args.length; i++) {
    if (args[i] !== "--seed") files.push(args[i]!);
    else if (/^\d{1,10}$/.test(args[++i] ?? "")) seed = Number(args[i]);
    else return complain("--seed must be followed by a whole number.");
  }
  if (files.length === 0) return complain("Name at least one file of cases: npx tsx test/cases.ts FILE…");

  let cases: Case[];
  try {
    cases = files.flatMap(readCases);
  } catch (error) {
    if (error instanceof CaseFileError) return complain(error.message);
    throw error;
  }
  console.log(`Random cuts from seed ${seed}.`);
  let failed = 0;
  for (const item of cases) {
    const failure = runCase(item, seed);
    if (!failure) continue;
    failed++;
    console.log(`FAILED ${failure.id}\n  wanted ${failure.wanted}\n  came   ${failure.came}`);
  }
  console.log(`${cases.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

function complain(message: string): number {
  console.error(message);
  return 2;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
