/** What the last character written belonged to. */
import type { Machine } from "./machine.ts";
import { FLAW, KEY, LITERAL, NUMBER, STRING } from "./states.ts";

/** What the last character written belonged to. Quotes, punctuation and white space between values are structure. */
export type Inside = "prose" | "reasoning" | "structure" | "key" | "string" | "number" | "literal";

/** The same within a document; `base` is the offset of the next character. */
export function insideDocument(machine: Machine, base: number): Inside {
  switch (machine.state) {
    case STRING:
      return base > machine.strings.begun ? "string" : "structure";
    case KEY:
      return base > machine.strings.begun ? "key" : "structure";
    case NUMBER:
      return "number";
    case LITERAL:
      return "literal";
    case FLAW: {
      const { inComment, inKey, begun, inQuotes } = machine.lenient!;
      if (inComment || (inQuotes && base === begun + 1)) return "structure";
      return inKey ? "key" : inQuotes ? "string" : "literal";
    }
    default:
      return machine.literalEnd === base ? "literal" : "structure";
  }
}
