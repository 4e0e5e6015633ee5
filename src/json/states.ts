/** The states of the machine, and what may come next in each. */

/** A value must come: at the root, after a colon, after a comma in an array. */
export const VALUE = 0;
/** After `[`: a value or `]`. */
export const FIRST_ITEM = 1;
/** After `{`: a key or `}`. */
export const FIRST_KEY = 2;
/** After a comma in an object: a key. */
export const NEXT_KEY = 3;
/** After a key: a colon. */
export const COLON = 4;
/** After a value inside a container: a comma or the closer. */
export const AFTER = 5;
/** The root value is complete. */
export const DONE = 6;
/** The text can't be JSON; the machine's `failure` says why. */
export const FAILED = 7;
// From here on: inside a lexeme.
export const STRING = 8;
export const KEY = 9;
export const NUMBER = 10;
export const LITERAL = 11;
/** Inside something that lenient mode reads past. */
export const FLAW = 12;

// Kinds of containers.
export const ARRAY = 0;
export const OBJECT = 1;

/** What may come next, for people. */
export function expectedIn(state: number, inObject: boolean, word: string): string {
  switch (state) {
    case VALUE:
      return "a value";
    case FIRST_ITEM:
      return 'a value or "]"';
    case FIRST_KEY:
      return 'a key in double quotes or "}"';
    case NEXT_KEY:
      return "a key in double quotes";
    case COLON:
      return '":"';
    case AFTER:
      return inObject ? '"," or "}"' : '"," or "]"';
    case NUMBER:
      return "a digit";
    case LITERAL:
      return JSON.stringify(word);
    case DONE:
      return "the end of the text";
    default:
      return "a closing quote";
  }
}
