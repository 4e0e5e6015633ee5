/**
 * Writes src/schema/format-automata.ts: the automata of formats, made of their patterns, so that nobody waits for that.
 * Run it with `npm run make:formats` whenever such a pattern has changed.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { assertedFormats, formatPattern } from "../src/schema/format.ts";
import { pack } from "../src/schema/packed.ts";
import { patternFacts } from "../src/schema/pattern.ts";

/**
 * The formats whose automata are ready-made: all but those whose pattern asks for Unicode properties. Which characters have one is
 * for the engine to say that a schema is compiled in; it may know another Unicode than the one in which this runs.
 */
export function readyFormats(): string[] {
  return assertedFormats.filter((format) => !/\\p\{/i.test(formatPattern(format)));
}

/** A format's entry in the map, the text of its automaton broken into lines. */
function entry(format: string): string {
  const { automaton } = patternFacts(formatPattern(format));
  const lines = pack(automaton).match(/.{1,110}(?:,|$)/g)!;
  return ["  [", `    "${format}",`, "    `", ...lines, "`,", "  ],"].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const source = `// Written by \`npm run make:formats\` from the patterns of format.ts.

/** By format, its automaton as \`pack\` writes it. */
export const formatAutomata: ReadonlyMap<string, string> = new Map([
${readyFormats().map(entry).join("\n")}
]);
`;
  writeFileSync(new URL("../src/schema/format-automata.ts", import.meta.url), source);
}
