/** What a tokenizer's tokens write, as exact bytes. */
import { wrongInOrder } from "./order.ts";
import { tokenKind } from "./token-kind.ts";

/** Real vocabularies have up to 262,144 tokens, none longer than a few hundred bytes. */
export const vocabularyLimits = {
  tokens: 2 ** 22,
  /** Bytes of one token. */
  tokenBytes: 2 ** 16 - 1,
  /** Bytes of all tokens. */
  bytes: 2 ** 28,
} as const;

/** The argument of `Vocabulary` that's wrong. */
type Part = "kinds" | "bytes" | "starts" | "order";

/** What was given can't be a vocabulary: `part` is the argument that's wrong, `index` where in it, 0 if all of it is. */
export class VocabularyError extends Error {
  override readonly name = "VocabularyError";
  constructor(
    what: string,
    readonly part: Part,
    readonly index = 0,
  ) {
    super(`This is no vocabulary: ${what}. Give what each token writes, as \`new Vocabulary\` describes it.`);
  }
}

/** The tokens of a model, by id. Only tokens of kind `text` have bytes. */
export class Vocabulary {
  /** Number of tokens. */
  readonly size: number;
  /** Whether some token ends a text. */
  readonly canEnd: boolean;
  /** Whether each byte that can stand inside a character is a token, so that a character begun can always be finished. */
  readonly hasContinuations: boolean;
  /** One of {@link tokenKind} for each token; don't write to it. */
  readonly kinds: Uint8Array;
  /** What all tokens write, one after the other; don't write to it. */
  readonly bytes: Uint8Array;
  /** Where each token's bytes start, and where the last one's end; don't write to it. */
  readonly starts: Uint32Array;

  /**
   * The arrays are kept, not copied. Several tokens may write the same, and one of kind `text` may write nothing: it never
   * comes.
   * @param kinds one of {@link tokenKind} for each token
   * @param bytes what all tokens write, one after the other; those that aren't text write nothing
   * @param starts where each token's bytes start; one entry more than there are tokens
   * @param order the tokens of text in the order of their bytes, where that's known
   * @throws {VocabularyError} for what isn't so, or is beyond {@link vocabularyLimits}
   */
  constructor(
    kinds: Uint8Array,
    bytes: Uint8Array,
    starts: Uint32Array,
    readonly order: Uint32Array | undefined = undefined,
  ) {
    checkParts(kinds, bytes, starts, order);
    this.size = kinds.length;
    this.kinds = kinds;
    // Views of a Buffer cost several times those of its plain array.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.starts = starts;
    this.canEnd = kinds.includes(tokenKind.end);
    const continuations = new Set<number>();
    for (let token = 0; token < this.size; token++) {
      const start = starts[token]!;
      if (starts[token + 1] === start + 1 && bytes[start]! >= 0x80 && bytes[start]! <= 0xbf)
        continuations.add(bytes[start]!);
    }
    this.hasContinuations = continuations.size === 64;
  }

  /**
   * A vocabulary of these tokens, numbered in their order.
   * @param tokens what each writes; one that writes nothing is `tokenKind.end` or `tokenKind.silent`
   * @throws {VocabularyError} for what is neither, and as the constructor
   */
  static of(tokens: readonly (Uint8Array | typeof tokenKind.end | typeof tokenKind.silent)[]): Vocabulary {
    const kinds = new Uint8Array(tokens.length);
    const starts = new Uint32Array(tokens.length + 1);
    for (const [token, one] of tokens.entries()) {
      const writes = one instanceof Uint8Array;
      if (!writes && one !== tokenKind.end && one !== tokenKind.silent) {
        throw new VocabularyError(
          `token ${token} is neither bytes nor a kind of those that write none`,
          "bytes",
          token,
        );
      }
      kinds[token] = writes ? tokenKind.text : one;
      starts[token + 1] = starts[token]! + (writes ? one.length : 0);
    }
    const bytes = new Uint8Array(starts[tokens.length]!);
    for (const [token, one] of tokens.entries()) if (one instanceof Uint8Array) bytes.set(one, starts[token]);
    return new Vocabulary(kinds, bytes, starts);
  }

  /** One of {@link tokenKind}. */
  kindOf(token: number): number {
    return this.kinds[token] ?? tokenKind.silent;
  }

  /** What the token writes; empty for tokens that aren't text, and for numbers that are no token's. */
  bytesOf(token: number): Uint8Array {
    return this.bytes.subarray(this.starts[token] ?? 0, this.starts[token + 1] ?? 0);
  }
}

function checkParts(kinds: Uint8Array, bytes: Uint8Array, starts: Uint32Array, order: Uint32Array | undefined): void {
  if (!(kinds instanceof Uint8Array)) throw new VocabularyError("`kinds` isn't a Uint8Array", "kinds");
  if (!(bytes instanceof Uint8Array)) throw new VocabularyError("`bytes` isn't a Uint8Array", "bytes");
  if (!(starts instanceof Uint32Array)) throw new VocabularyError("`starts` isn't a Uint32Array", "starts");
  if (order !== undefined && !(order instanceof Uint32Array)) {
    throw new VocabularyError("`order` isn't a Uint32Array", "order");
  }
  const { length } = kinds;
  const { tokens, tokenBytes, bytes: allBytes } = vocabularyLimits;
  if (length === 0) throw new VocabularyError("it has no tokens", "kinds");
  if (length > tokens) throw new VocabularyError(`it has ${length} tokens, more than ${tokens}`, "kinds");
  if (bytes.length > allBytes)
    throw new VocabularyError(`it has ${bytes.length} bytes, more than ${allBytes}`, "bytes");
  if (starts.length !== length + 1) {
    throw new VocabularyError(`${length} tokens need ${length + 1} \`starts\`, not ${starts.length}`, "starts");
  }
  if (starts[0] !== 0) throw new VocabularyError("the first token doesn't start at 0", "starts");
  for (let token = 0; token < length; token++) {
    const count = starts[token + 1]! - starts[token]!;
    if (count < 0) throw new VocabularyError(`token ${token} ends before it starts`, "starts", token);
    if (count > tokenBytes) {
      throw new VocabularyError(`token ${token} has ${count} bytes, more than ${tokenBytes}`, "starts", token);
    }
    if (kinds[token]! > tokenKind.silent) {
      throw new VocabularyError(`token ${token} is of kind ${kinds[token]}, which there isn't`, "kinds", token);
    }
    if (count > 0 && kinds[token] !== tokenKind.text) {
      throw new VocabularyError(`token ${token} has bytes but isn't text`, "kinds", token);
    }
  }
  if (starts[length] !== bytes.length) {
    throw new VocabularyError(`its tokens have ${starts[length]} bytes, not ${bytes.length}`, "starts", length);
  }
  const wrong = order === undefined ? -1 : wrongInOrder(kinds, bytes, starts, order);
  if (wrong >= 0)
    throw new VocabularyError("`order` isn't the tokens of text in the order of their bytes", "order", wrong);
}
