/**
 * Keeps text under a grammar well-formed UTF-8.
 *
 * llama.cpp's grammar matcher reads characters out of a token's bytes without checking them: through byte tokens it lets
 * surrogates, overlong forms and stray continuation bytes pass, and it may end the text inside a character. So each UTF-8
 * state gets a bias over the tokens, made once a model:
 * - between characters, the tokens that would break the text, and those that are no text, are pushed down (they are few);
 *   so are those that begin a character without ending it, if the vocabulary can't finish every character;
 * - inside a character, the tokens that continue it rightly are lifted above all others (they are few too). That bars the
 *   end tokens as well, which can't be pushed down: `TokenBias.set` passes over them.
 *
 * Invariant: a bias is finite, so it never takes a grammar's last token away (without a token llama.cpp's sampler fails
 * in a way that ends the process). A grammar that insists on a broken text gets its token, and the caller sees the
 * state become `illFormed`.
 */
import type { LlamaModel, Token, TokenBias } from "node-llama-cpp";
import { tokenKind, type Vocabulary } from "../../constraint/index.ts";
import type { LlamaModule } from "./library.ts";
import { advance, clean, illFormed, stateCount } from "./utf8.ts";

/** Wider than logits spread at any temperature taken (≤ 10), and small enough to keep their precision. */
const strength = 1000;

/** A bias for each state of `utf8.ts`, `illFormed` excepted. */
export type Utf8Guard = readonly TokenBias[];

export function makeUtf8Guard({ TokenBias }: LlamaModule, model: LlamaModel, vocabulary: Vocabulary): Utf8Guard {
  const tokens: Token[][] = Array.from({ length: stateCount }, () => []);
  for (let id = 0; id < vocabulary.size; id++) {
    const kind = vocabulary.kindOf(id);
    if (kind === tokenKind.end) continue;
    const bytes = vocabulary.bytesOf(id);
    const after = kind === tokenKind.silent ? illFormed : advance(clean, bytes);
    if (vocabulary.hasContinuations ? after === illFormed : after !== clean) tokens[clean]!.push(id as Token);
    const startsInside = bytes.length > 0 && bytes[0]! >= 0x80 && bytes[0]! <= 0xbf;
    for (let state = clean + 1; startsInside && state < stateCount; state++) {
      if (advance(state, bytes) !== illFormed) tokens[state]!.push(id as Token);
    }
  }
  return tokens.map((chosen, state) =>
    TokenBias.for(model).set(chosen, { logit: state === clean ? -strength : strength }),
  );
}
