/**
 * The embedded model's tokenizer: byte-level BPE as llama.cpp's `gpt2` type with the `gpt-2` pre-tokenizer runs it.
 *
 * Why this type: every text has a token sequence and gets back exactly the same bytes (the `llama` type turns U+2581 into
 * a space). Why whole pieces of JSON as *user-defined* tokens: the pre-tokenizer would cut `", "` in two, and a plan is
 * mostly such pieces. A piece ends where a plan's grammar leaves a choice, so forced text and chosen text tokenise alike.
 *
 * Invariants:
 * - `decode(encode(text))` is the UTF-8 of `text`, for any text without lone surrogates.
 * - llama.cpp gives the same tokens for the same text, unless two pieces of one length overlap in it (`": ": [`): its sort
 *   by length leaves open which of them is cut first. The bytes are the same either way.
 */
import type { GgufMetadata, GgufValue } from "./gguf.ts";

/** Token that ends a plan and a turn. */
export const endToken = "<|end|>";
/** Token before what the user says. */
export const userToken = "<|user|>";
/** Token before what the model says. */
export const assistantToken = "<|assistant|>";
/** Declared as the beginning-of-text token, but not put before a prompt: `<|user|>` already begins one. (llama.cpp takes `<|start|>` for an ordinary token.) */
export const beginToken = "<|begin|>";

const controlTokens = [endToken, beginToken, userToken, assistantToken];

const firstSteps = Array.from({ length: 20 }, (_, index) => `S${index + 1}`);

/** Texts that are one token wherever they stand, longest first. */
export const pieces: readonly string[] = [
  "Goal: ",
  "\nTools: ",
  "\nAnswer with one JSON object only.",
  '{"objective": "',
  '", "assumptions": [',
  '], "steps": [{"id": "S1", "title": "',
  ...firstSteps.slice(1).map((id) => `"}, {"id": "${id}", "title": "`),
  '", "description": "',
  '", "dependencies": [',
  ...firstSteps.map((id) => `"${id}`),
  ...firstSteps.map((id) => `", "${id}`),
  '], "tool_hint": ',
  'null, "expected_output": "',
  '", "expected_output": "',
  '", "risk_level": "',
  '"}], "completion_criteria": ["',
  '"]}',
  '", "',
  '": "',
  '": [',
  '": {',
  '": ',
  '{"',
  '["',
  '"}',
  '"]',
]
  .map((text, index) => ({ text, index }))
  .sort((a, b) => b.text.length - a.text.length || a.index - b.index)
  .map(({ text }) => text);

/** The chat template: user and assistant turns only. A system message's rules are what the model was trained to follow anyway. */
export const chatTemplate =
  "{%- for message in messages -%}" +
  `{%- if message['role'] == 'user' -%}{{ '${userToken}' + message['content'] }}` +
  `{%- elif message['role'] == 'assistant' -%}{{ '${assistantToken}' + message['content'] + '${endToken}' }}` +
  "{%- endif -%}{%- endfor -%}" +
  `{%- if add_generation_prompt -%}{{ '${assistantToken}' }}{%- endif -%}`;

/** Learned merges, in the order they are applied: pairs of words in the byte alphabet, a space between. */
export type Merges = readonly string[];

const pretoken =
  /'(?:s|t|re|ve|m|ll|d)| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/** GPT-2's alphabet: a visible character for each byte. */
const alphabet: readonly string[] = byteAlphabet();

function byteAlphabet(): string[] {
  const visible = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(visible(byte) ? byte : next++));
}

/** A tokenizer: its tokens (by id) and how text becomes ids. */
export class Vocabulary {
  /** Text of each token as the file has it: control tokens, pieces, then words in the byte alphabet. */
  readonly tokens: readonly string[];
  readonly merges: Merges;
  readonly #ids: ReadonlyMap<string, number>;
  readonly #ranks: ReadonlyMap<string, number>;
  readonly #words = new Map<string, readonly number[]>();

  constructor(merges: Merges) {
    this.merges = merges;
    this.tokens = [...controlTokens, ...pieces, ...alphabet, ...merges.map((merge) => merge.replace(" ", ""))];
    this.#ids = new Map(this.tokens.map((token, id) => [token, id]));
    this.#ranks = new Map(merges.map((merge, rank) => [merge, rank]));
  }

  /** Id of a control token or a piece. Throws RangeError if there's none. */
  id(token: string): number {
    const id = this.#ids.get(token);
    if (id === undefined) throw new RangeError(`no token ${JSON.stringify(token)}`);
    return id;
  }

  /** The tokens of a text. Text that looks like a control token stays text. */
  encode(text: string): number[] {
    const ids: number[] = [];
    for (const part of cutPieces(text)) {
      if (part.piece) ids.push(this.id(part.text));
      else for (const [word] of part.text.matchAll(pretoken)) ids.push(...this.#encodeWord(word));
    }
    return ids;
  }

  /** The bytes of tokens; control tokens have none. */
  decode(ids: readonly number[]): Uint8Array {
    const bytes: number[] = [];
    for (const id of ids) {
      const token = this.tokens[id]!;
      if (id < controlTokens.length) continue;
      if (id < controlTokens.length + pieces.length) bytes.push(...new TextEncoder().encode(token));
      else for (const letter of token) bytes.push(alphabet.indexOf(letter));
    }
    return Uint8Array.from(bytes);
  }

  /** The `tokenizer.*` metadata of a model with this vocabulary. */
  metadata(): GgufMetadata {
    const lastPiece = controlTokens.length + pieces.length;
    // enum llama_token_type: 1 normal, 3 control, 4 user-defined.
    const types = this.tokens.map((_, id) => (id < controlTokens.length ? 3 : id < lastPiece ? 4 : 1));
    return new Map<string, GgufValue>([
      ["tokenizer.ggml.model", { type: "string", value: "gpt2" }],
      ["tokenizer.ggml.pre", { type: "string", value: "gpt-2" }],
      ["tokenizer.ggml.tokens", { type: "array", of: "string", value: this.tokens }],
      ["tokenizer.ggml.token_type", { type: "array", of: "int32", value: types }],
      ["tokenizer.ggml.merges", { type: "array", of: "string", value: this.merges }],
      ["tokenizer.ggml.bos_token_id", { type: "uint32", value: this.id(beginToken) }],
      ["tokenizer.ggml.eos_token_id", { type: "uint32", value: this.id(endToken) }],
      ["tokenizer.ggml.eot_token_id", { type: "uint32", value: this.id(endToken) }],
      ["tokenizer.ggml.add_bos_token", { type: "bool", value: false }],
      ["tokenizer.ggml.add_eos_token", { type: "bool", value: false }],
      ["tokenizer.chat_template", { type: "string", value: chatTemplate }],
    ]);
  }

  #encodeWord(word: string): readonly number[] {
    let ids = this.#words.get(word);
    if (!ids) {
      const symbols = spell(word);
      for (;;) {
        const at = this.#firstMerge(symbols);
        if (at < 0) break;
        symbols.splice(at, 2, symbols[at]! + symbols[at + 1]!);
      }
      ids = symbols.map((symbol) => this.id(symbol));
      this.#words.set(word, ids);
    }
    return ids;
  }

  /** Where the earliest-learned merge applies, leftmost; -1 if none does. */
  #firstMerge(symbols: readonly string[]): number {
    let best = -1;
    let bestRank = Infinity;
    for (let i = 0; i + 1 < symbols.length; i++) {
      const rank = this.#ranks.get(`${symbols[i]} ${symbols[i + 1]}`) ?? Infinity;
      if (rank < bestRank) [best, bestRank] = [i, rank];
    }
    return best;
  }
}

/**
 * Learns merges from texts, most frequent pair first (ties: alphabetical), until the vocabulary has `size` tokens or no
 * pair occurs twice. A word counts as often as the root of its occurrences, so that rare words get tokens too.
 */
export function learnMerges(texts: Iterable<string>, size: number): Merges {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const part of cutPieces(text)) {
      if (part.piece) continue;
      for (const [word] of part.text.matchAll(pretoken)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const words = [...counts].map(([word, count]) => ({ symbols: spell(word), weight: Math.sqrt(count) }));
  const merges: string[] = [];
  const known = controlTokens.length + pieces.length + alphabet.length;
  while (known + merges.length < size) {
    const best = mostFrequentPair(words);
    if (!best) break;
    const [left, right] = best.split(" ") as [string, string];
    for (const { symbols } of words) {
      for (let i = 0; i + 1 < symbols.length; i++) {
        if (symbols[i] === left && symbols[i + 1] === right) symbols.splice(i, 2, left + right);
      }
    }
    merges.push(best);
  }
  return merges;
}

function mostFrequentPair(words: readonly { symbols: string[]; weight: number }[]): string | undefined {
  const pairs = new Map<string, number>();
  for (const { symbols, weight } of words) {
    for (let i = 0; i + 1 < symbols.length; i++) {
      const pair = `${symbols[i]} ${symbols[i + 1]}`;
      pairs.set(pair, (pairs.get(pair) ?? 0) + weight);
    }
  }
  let best: string | undefined;
  let most = 1;
  for (const [pair, weight] of pairs) {
    if (weight > most || (weight === most && best !== undefined && pair < best)) [best, most] = [pair, weight];
  }
  return best;
}

/** A word's bytes, each as its letter of the byte alphabet. */
function spell(word: string): string[] {
  return Array.from(new TextEncoder().encode(word), (byte) => alphabet[byte]!);
}

/** Cuts a text at its pieces as llama.cpp does: the longest piece everywhere first, then the next one in what's left. */
function cutPieces(text: string): { text: string; piece: boolean }[] {
  let parts = [{ text, piece: false }];
  for (const piece of pieces) {
    if (!text.includes(piece)) continue;
    parts = parts.flatMap((part) => {
      if (part.piece) return [part];
      const between = part.text.split(piece).map((rest) => ({ text: rest, piece: false }));
      return between.flatMap((rest, index) => (index === 0 ? [rest] : [{ text: piece, piece: true }, rest]));
    });
  }
  return parts.filter((part) => part.text !== "");
}
