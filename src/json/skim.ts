/**
 * Finds how far a long piece of text can be given to `JSON.parse`, which builds values several times faster than any
 * code outside the engine can.
 *
 * It only looks for where values end, and for everything that `JSON.parse` would pass over in silence: duplicate keys
 * and numbers that a double can't hold. It stops before whatever is odd, and the machine reads that.
 */

/** Shorter pieces aren't worth it. */
export const shortest = 512;
/** Longer ones aren't looked at in one go, so that a vain look costs little. */
const longest = 2 ** 16;
const deepest = 64;
/** Objects with more members are left to the machine. */
const mostKeys = 32;
/** The longest integer that's surely exact, and the longest fraction that's surely finite. */
const exactLength = 15;
const finiteLength = 300;

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const BACKSLASH = 92;

export class Skimmer {
  /** Index at which the whole values end. */
  end = 0;
  /** Values within, those inside containers included. */
  values = 0;
  /** Line feeds within, and the index of the last one. */
  lines = 0;
  lastLine = 0;
  /** Index up to which the text was looked at. */
  looked = 0;

  private readonly objects = new Uint8Array(deepest + 1);
  private readonly firstKeys = new Int32Array(deepest + 1);
  /** Hashes of the keys of all open objects. Equal ones may be duplicates. */
  private readonly keys = new Int32Array((deepest + 1) * mostKeys);

  /** The values from `from` on, as `look` finds them; undefined if there aren't enough, or they aren't JSON. */
  read(text: string, from: number, to: number, one: boolean): unknown[] | undefined {
    this.look(text, from, to, one);
    if (this.end - from < shortest) return undefined;
    this.looked = this.end;
    try {
      return JSON.parse(`[${text.slice(from, this.end)}]`);
    } catch {
      return undefined;
    }
  }

  /** Looks at `text` from `from`, where a value begins: at that one value, or at all up to the end of their array. */
  look(text: string, from: number, to: number, one: boolean): void {
    const limit = Math.min(to, from + longest);
    const { objects, firstKeys, keys } = this;
    let depth = 0;
    let atKey = false;
    let top = 0;
    let i = from;
    let values = 0;
    let lines = 0;
    let lastLine = 0;
    this.end = from;
    while (i < limit) {
      const c = text.charCodeAt(i);
      if (c === QUOTE) {
        i++;
        if (atKey) {
          atKey = false;
          let hash = 0;
          let k = 0;
          while (i < limit && (k = text.charCodeAt(i)) !== QUOTE && k !== BACKSLASH) {
            hash = (Math.imul(hash, 31) + k) | 0;
            i++;
          }
          if (k !== QUOTE) break;
          const first = firstKeys[depth]!;
          let at = first;
          while (at < top && keys[at] !== hash) at++;
          if (at < top || top - first === mostKeys) break;
          keys[top++] = hash;
        } else {
          values++;
          let k = 0;
          while (i < limit && (k = text.charCodeAt(i)) !== QUOTE) i += k === BACKSLASH ? 2 : 1;
        }
        i++;
        continue;
      }
      if (c <= 32) {
        if (c === 10) {
          lines++;
          lastLine = i;
        }
        i++;
        while (i < limit && text.charCodeAt(i) === 32) i++;
        continue;
      }
      if (c === COMMA || (depth === 0 && c === 93)) {
        if (depth === 0) {
          this.end = i;
          this.values = values;
          this.lines = lines;
          this.lastLine = lastLine;
          if (c !== COMMA) break;
        } else atKey = objects[depth] === 1;
        i++;
        continue;
      }
      if (c === 58) {
        i++;
        continue;
      }
      if (c === 123 || c === 91) {
        if (depth === deepest) break;
        depth++;
        firstKeys[depth] = top;
        atKey = c === 123;
        objects[depth] = atKey ? 1 : 0;
        i++;
        continue;
      }
      if (c === 125 || c === 93) {
        if (depth === 0) break;
        values++;
        top = firstKeys[depth--]!;
        atKey = false;
        i++;
        if (one && depth === 0) {
          this.end = i;
          this.values = values;
          this.lines = lines;
          this.lastLine = lastLine;
          break;
        }
        continue;
      }
      values++;
      const begun = i++;
      if (c === MINUS || (c >= 48 && c <= 57)) {
        let integer = true;
        let n = 0;
        while (i < limit && (n = text.charCodeAt(i)) !== COMMA && n > 32 && n !== 93 && n !== 125) {
          if (n < 48) integer = false;
          else if (n > 57) break;
          i++;
        }
        if (n > 57 && n !== 93 && n !== 125) break;
        if (i - begun > (integer ? exactLength : finiteLength)) break;
      } else if (c >= 97 && c <= 122) {
        let n = 0;
        while (i < limit && (n = text.charCodeAt(i)) >= 97 && n <= 122) i++;
      } else break;
    }
    this.looked = i;
  }
}
