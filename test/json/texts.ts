/** JSON of every sort, and texts around it, for the property tests; and what a value being read may look like. */
import fc from "fast-check";
import { expect } from "vitest";
import { isWellFormed, plainly } from "./support.ts";

/** How often each property is tried: `npm run test:fuzz` says very often. */
export const runs = Number(process.env.FUZZ_RUNS ?? 150);

/** JSON text of every sort: nested values, odd keys, escapes, odd white space. */
const scalars = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, "", "\ud83d", "\ude00", "```", "</think>", "{", "}", '"', "\\", -0, 1e21, 5e-324),
);
const keys = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom("__proto__", "constructor", "", "a", "toString"));
export const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalars, tie("array"), tie("object")),
  array: fc.array(tie("value"), { maxLength: 5 }),
  object: fc.uniqueArray(fc.tuple(keys, tie("value")), { selector: ([key]) => key, maxLength: 5 }).map((entries) => {
    const object = {};
    for (const [key, value] of entries) {
      Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
    }
    return object;
  }),
}));
export const documents = values.filter((v) => typeof v === "object" && v !== null);

/** Spells a value with escapes and white space of the generator's choosing. */
export const spelled = (of: fc.Arbitrary<unknown>) =>
  fc.tuple(of, fc.constantFrom(0, 1, 2, "\t"), fc.boolean()).map(([value, space, escaping]) => {
    const text = JSON.stringify(value, null, space);
    if (!escaping) return text;
    return text.replace(/[a-z/\u0080-\uffff](?=[^"\\]*")/g, (c, at: number) =>
      inString(text, at) ? `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}` : c,
    );
  });

/** Whether the character at `at` is plain content of a string. */
function inString(text: string, at: number): boolean {
  let open = false;
  for (let i = 0; i < at; i++) {
    if (open && text[i] === "\\") {
      if (++i === at) return false;
      if (text[i] === "u" && at <= i + 4) return false;
    } else if (text[i] === '"') open = !open;
  }
  return open;
}

export const prose = fc.constantFrom(
  "",
  "Sure, here it is: ",
  "Use {curly} braces, [x] boxes and [1] notes.\n",
  '"Quoted" text, then\n',
  "好的，以下是结果：",
  "{{ template }} ",
  "f(x) { return x[0] }\n",
  "<b>bold</b> a < b\n",
);
const around = fc.oneof(
  fc.constant<[string, string]>(["", ""]),
  fc.constantFrom<[string, string]>(
    ["```json\n", "\n```"],
    ["```\n", "\n```\n"],
    ["~~~JSON\n", "\n~~~"],
    ["````json5 title\n", "\n````"],
    ["<tool_call>", "</tool_call>"],
    ["<|python_tag|>", "<|eom_id|>"],
    ["[TOOL_CALLS]", "</s>"],
  ),
);
export const reasoning = fc.constantFrom(
  "",
  '<think>try {"a": [1, {"b": 2}]}</think>',
  '<Thinking effort="high">\n```json\n{"no":1}\n```</THINKING>\n',
  'so {"a":0} or [1,2] maybe</think>',
);
const after = fc.constantFrom("", "\nHope it helps! {not} [2]", "\n\n```\nls\n```", "<|im_end|>");
/** In running text `[12]` is a note's number, and not taken. */
const noCitation = documents.filter((v) => !(Array.isArray(v) && v.length === 1 && typeof v[0] === "number"));
export const wrapped = fc
  .tuple(reasoning, prose, around, spelled(noCitation), after)
  .map(([r, p, [open, close], text, a]) => ({ text, source: r + p + open + text + close + a }));

/** Equal, with own `__proto__`s, the order of keys and -0 minded. */
export function same(a: unknown, b: unknown): void {
  expect(Object.is(a, b) || JSON.stringify(plainly(a)) === JSON.stringify(plainly(b))).toBe(true);
}

/** `part` is an earlier state of `full`. Throws instead of expecting: it's called for every prefix of every text. */
export function prefix(part: unknown, full: unknown): void {
  if (part === full) return;
  if (typeof part === "string") {
    if (typeof full !== "string" || !full.startsWith(part)) throw new Error(`${part} isn't how ${full} begins`);
    if (isWellFormed(full) && !isWellFormed(part)) throw new Error(`half a character in ${JSON.stringify(part)}`);
  } else if (Array.isArray(part)) {
    if (!Array.isArray(full)) throw new Error("an array changed its type");
    for (const [i, item] of part.entries()) prefix(item, full[i]);
  } else if (typeof part === "object" && part !== null) {
    const keysOfFull = Object.keys(full as object);
    // Integer-like keys come first in any object: their order isn't the text's.
    const ordered = !keysOfFull.some((k) => /^\d+$/.test(k));
    for (const [i, key] of Object.keys(part).entries()) {
      if (ordered && keysOfFull[i] !== key) throw new Error(`${key} isn't key ${i}`);
      prefix(own(part, key), own(full as object, key));
    }
  } else if (!Object.is(part, full)) throw new Error(`${part} became ${full}`);
}

export function own(object: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}
