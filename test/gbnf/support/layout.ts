import type { Whitespace } from "../../../src/schema/index.ts";
import type { Random } from "./sampler.ts";

const part = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/** The text of a JSON value laid out anew, its scalars and keys spelled as they are. `any` draws white space at random. */
export function laidOut(json: string, whitespace: Whitespace, random: Random, longest = 80): string {
  const parts = json.match(part) ?? [];
  if (whitespace === "any") return ["", ...parts].map((piece) => piece + blanksOf(random, longest)).join("");
  const line = (depth: number) => (whitespace === "pretty" ? `\n${"  ".repeat(Math.min(depth, 16))}` : "");
  const blank = whitespace === "compact" ? "" : " ";
  let depth = 0;
  let out = "";
  parts.forEach((piece, i) => {
    const before = parts[i - 1] ?? "";
    if (/^[\]}]/.test(piece)) {
      depth--;
      // The levels beyond the sixteenth are as the sixteenth; their brackets stand one to the left of that.
      if (!/^[[{]/.test(before)) out += line(Math.min(depth, 15));
    } else if (/^[[{]/.test(before)) out += line(depth);
    if (/^[[{]/.test(piece)) depth++;
    out += piece;
    if (piece === ":") out += blank;
    if (piece === ",") out += whitespace === "pretty" ? line(depth) : blank;
  });
  return out;
}

function blanksOf(random: Random, longest: number): string {
  const count = random() < 0.5 ? 0 : random() < 0.02 ? longest : Math.floor(random() * 4);
  return Array.from({ length: count }, () => "\t\n\r "[Math.floor(random() * 4)]).join("");
}
