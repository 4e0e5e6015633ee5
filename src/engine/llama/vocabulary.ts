/**
 * The exact bytes of every token.
 *
 * `detokenize` isn't exact: it strips leading spaces, drops spaces before punctuation and turns half characters into
 * U+FFFD. So the bytes are read from the vocabulary's own texts, as llama.cpp's `token_to_piece` reads them.
 */
import type { LlamaModel, Token } from "node-llama-cpp";
import { tokenKind, Vocabulary, vocabularyLimits } from "../../constraint/index.ts";

/** How a vocabulary spells its tokens. */
type Spelling = "bytes as letters" | "spaces as ▁";

/** Reads a loaded model's vocabulary. About 1 ms for each 1,000 tokens. */
export function readVocabulary(model: LlamaModel): Vocabulary {
  const { model: tokenizer, pre, tokens } = model.fileInfo.metadata.tokenizer.ggml;
  const spelling = spellingOf(tokenizer, pre);
  const writer = new TokenWriter(tokens.reduce((sum, token) => sum + token.length * 3, 0));
  const kinds = new Uint8Array(tokens.length);
  const starts = new Uint32Array(tokens.length + 1);
  for (let id = 0; id < tokens.length; id++) {
    const token = id as Token;
    // The attributes count, not the file's `token_type`: llama.cpp corrects the types of known special tokens.
    const attributes = model.getTokenAttributes(token);
    let kind: number = tokenKind.text;
    if (model.isEogToken(token)) kind = tokenKind.end;
    else if (attributes.control || attributes.unknown) kind = tokenKind.silent;
    else if (attributes.userDefined) writer.plain(tokens[id]!);
    else if (attributes.byte) writer.byte(tokens[id]!);
    else if (attributes.normal && spelling === "spaces as ▁") writer.spaced(tokens[id]!);
    else if (!attributes.normal || !writer.lettered(tokens[id]!)) kind = tokenKind.silent;
    // Nothing that long is ever written at once.
    if (writer.length - starts[id]! > vocabularyLimits.tokenBytes) writer.length = starts[id]!;
    kinds[id] = kind;
    starts[id + 1] = writer.length;
  }
  return new Vocabulary(kinds, writer.bytes(), starts);
}

/** `gpt2` vocabularies with these pre-tokenizers spell spaces as `▁` all the same (llama.cpp: escape_whitespaces). */
const spacedPretokenizers = new Set(["gemma4", "granite-embed-multi-311m", "sarvam-moe"]);

/** The header check has let only `llama`, `gpt2` and `gemma4` through. */
function spellingOf(tokenizer: string, pretokenizer: string | undefined): Spelling {
  return tokenizer === "gpt2" && !spacedPretokenizers.has(pretokenizer ?? "") ? "bytes as letters" : "spaces as ▁";
}

/** GPT-2's alphabet: code unit → byte. Bytes that aren't visible in Latin-1 stand at 256 and after, in order. */
const letterToByte = new Int16Array(512).fill(-1);
{
  let next = 256;
  for (let byte = 0; byte < 256; byte++) {
    const visible = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    letterToByte[visible ? byte : next++] = byte;
  }
}

/** Collects the bytes of one token after another. */
class TokenWriter {
  length = 0;
  readonly #buffer: Uint8Array;
  readonly #encoder = new TextEncoder();

  constructor(capacity: number) {
    this.#buffer = new Uint8Array(capacity);
  }

  bytes(): Uint8Array {
    return this.#buffer.slice(0, this.length);
  }

  plain(text: string): void {
    this.length += this.#encoder.encodeInto(text, this.#buffer.subarray(this.length)).written;
  }

  /** `<0xE4>` is byte 0xE4. */
  byte(text: string): void {
    const hex = /^<0x([0-9A-Fa-f]{2})>$/.exec(text)?.[1];
    if (hex !== undefined) this.#buffer[this.length++] = Number.parseInt(hex, 16);
  }

  spaced(text: string): void {
    this.plain(text.includes("▁") ? text.replaceAll("▁", " ") : text);
  }

  /** False, and nothing written, if a letter isn't in the alphabet. */
  lettered(text: string): boolean {
    const start = this.length;
    for (let i = 0; i < text.length; i++) {
      const byte = letterToByte[text.charCodeAt(i)] ?? -1;
      if (byte < 0) {
        this.length = start;
        return false;
      }
      this.#buffer[this.length++] = byte;
    }
    return true;
  }
}
