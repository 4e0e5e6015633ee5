/** Fills templates: `[a|b|]` is a choice, `{x}` a slot, `{X}` the slot with a capital letter. */
import type { Random } from "../seed.ts";

/** What fills each slot. A slot that's missing makes every template that needs it unfit. */
export type Slots = Readonly<Record<string, string>>;

/** One of the templates (a line each) whose slots are all known, filled. Throws RangeError if none fits. */
export function fill(templates: string, slots: Slots, random: Random): string {
  const fitting = fittingLines(templates, slots);
  if (fitting.length === 0) throw new RangeError(`no template fits: ${templates}`);
  return fillLine(random.pick(fitting), slots, random);
}

/** Up to `count` different templates, filled, in random order. */
export function fillSome(templates: string, count: number, slots: Slots, random: Random): string[] {
  return random.sample(fittingLines(templates, slots), count).map((line) => fillLine(line, slots, random));
}

/** A text with a capital first letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Parts of a list with commas, trimmed. */
export function listed(text: string): string[] {
  return text.split(",").map((part) => part.trim().replace(/\s+/g, " "));
}

function fittingLines(templates: string, slots: Slots): string[] {
  const lines = templates
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.filter((line) =>
    [...line.matchAll(/\{(\w+)\}/g)].every(([, slot]) => slots[lowered(slot!)] !== undefined),
  );
}

function fillLine(line: string, slots: Slots, random: Random): string {
  return line
    .replace(/\[([^\]]*)\]/g, (_, choices: string) => random.pick(choices.split("|")))
    .replace(/\{(\w+)\}/g, (_, slot: string) => {
      const text = slots[lowered(slot)]!;
      return slot === lowered(slot) ? text : capitalised(text);
    })
    .replace(/\s+/g, " ")
    .trim();
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
