/**
 * The documents the readers are measured on: what a model writes when it plans, seeded, so that every run reads the same.
 *
 * `plan`: nested tasks, a fifth of the words Chinese or emoji, one in sixteen with escapes. `escapes`: ASCII, a quarter of
 * the words with escapes.
 */

export type Sort = "plan" | "escapes";

/** A small seeded generator (mulberry32): 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const plain = "move the data base to a new server and check that all users can log in before noon or roll back".split(
  " ",
);
const wide = ["计划", "服务器", "🚀", "数据", "naïve", "café", "👩‍💻", "完成"];
const escaped = ['say "yes"', "a\\b", "line\nbreak", "tab\tstop", "C:\\work\\new", "é", "🚀"];

/** Text of about `size` characters; `space` is how many to indent by. */
export function makeDocument(sort: Sort, size: number, space: number): string {
  const random = seeded(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const word = (): string => {
    const r = random();
    if (r < (sort === "plan" ? 0.06 : 0.27)) return pick(sort === "plan" ? escaped : escaped.slice(0, 5));
    return sort === "plan" && r < 0.26 ? pick(wide) : pick(plain);
  };
  const sentence = (least: number, most: number): string => {
    let text = word();
    for (let n = least + Math.floor(random() * (most - least)); n > 1; n--) text += ` ${word()}`;
    return text;
  };
  const tasks: unknown[] = [];
  let length = 0;
  while (length < size) {
    const task = {
      id: `S${tasks.length + 1}`,
      title: sentence(3, 8),
      description: sentence(15, 50),
      dependencies: tasks.length > 0 && random() < 0.7 ? [`S${tasks.length}`] : [],
      hours: Math.floor(random() * 40) / 4,
      weight: Math.floor(random() * 1000),
      done: random() < 0.5,
      owner: random() < 0.3 ? null : pick(plain),
      tags: [pick(plain), word()],
    };
    tasks.push(task);
    length += JSON.stringify(task, null, space).length + 1;
  }
  const text = JSON.stringify({ title: "Move", goal: sentence(10, 20), tasks }, null, space);
  // Half of the emoji and accents as escapes, as some models write them.
  return text.replace(/[é🚀]/gu, (c) => (random() < 0.5 ? c : toEscapes(c)));
}

function toEscapes(text: string): string {
  let escapes = "";
  for (let i = 0; i < text.length; i++) escapes += `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`;
  return escapes;
}

/** Pieces of 1 to 7 characters, 4 in the mean, none within a surrogate pair. */
export function toTokens(text: string): string[] {
  const random = seeded(11);
  const tokens: string[] = [];
  for (let i = 0; i < text.length; ) {
    let end = Math.min(text.length, i + 1 + Math.floor(random() * 7));
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++;
    tokens.push(detached(text.slice(i, end)));
    i = end;
  }
  return tokens;
}

/** Pieces of `size` characters, each a string of its own. */
export function toChunks(text: string, size: number): string[] {
  const chunks: string[] = [];
  for (let i = 0; i < text.length; ) {
    let end = Math.min(text.length, i + size);
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++;
    chunks.push(detached(text.slice(i, end)));
    i = end;
  }
  return chunks;
}

export function toByteChunks(text: string, size: number): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const chunks: Uint8Array[] = [];
  for (let i = 0; i < bytes.length; i += size) chunks.push(bytes.slice(i, i + size));
  return chunks;
}

/** As it comes off a wire: not a slice of the whole text. */
function detached(text: string): string {
  return Buffer.from(text).toString();
}
