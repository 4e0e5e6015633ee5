/**
 * Adapter for the MaskBench harness: `--adapter bench/maskbench/sluice.mjs`. Needs a built package.
 *
 * `--opt constraint=mask` (default): masks of our own, checks included. The vocabulary's own tables are made before the
 * first schema: they serve all of them.
 *
 * `--opt constraint=gbnf`: the schema's grammar, read by our recogniser token by token, and the validator once the text
 * ends, as a run with that constraint does. No masks: llama.cpp's sampler makes those. The grammar's own caps are lifted
 * (`--opt caps=default` keeps them), so that what is measured is the schema.
 *
 * Both take JSON in any layout, and integers written `1.0`, as the peers do; `--opt whitespace=spaced` (or another style)
 * takes that style alone, and no fraction after an integer, as a run lets a model write.
 */
import { createConstraint, has, tokenKind, Vocabulary } from "../../dist/constraint/index.js";
import { boundaryCheck } from "../../dist/contract/index.js";
import { compileGbnf, createRecogniser, parseGbnf } from "../../dist/gbnf/index.js";

const version = "0.1.0";

export function create({ vocab, options = {} }) {
  const { constraint = "mask", caps = "none", whitespace = "any" } = options;
  const writing = { whitespace, zeroFractions: whitespace === "any" };
  const uncapped = { maxStringLength: null, maxItems: null, maxDigits: 400 };
  if (constraint === "gbnf") return grammars(vocab, { ...writing, ...(caps === "none" ? uncapped : {}) });
  if (constraint === "mask") return masks(vocab, { ...writing, order: "free" });
  throw new Error(`--opt constraint takes mask or gbnf, not ${constraint}.`);
}

function grammars(vocab, options) {
  return {
    name: "sluice (gbnf)",
    version,
    masks: false,
    compile({ schema }) {
      const start = createRecogniser(parseGbnf(compileGbnf(schema, options).grammar));
      let check;
      let reader;
      let decoder;
      let text;
      const reset = () => {
        reader = start.fork();
        decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
        text = "";
      };
      reset();
      return {
        reset,
        commit(token) {
          const bytes = vocab.bytes(token);
          if (bytes.length === 0) return false;
          let piece;
          try {
            // A token may end inside a character: the rest of it comes with the next.
            piece = decoder.decode(bytes, { stream: true });
          } catch {
            return false;
          }
          text += piece;
          return reader.accept(piece);
        },
        canEnd: () => reader.complete && (check ??= boundaryCheck(schema))("", JSON.parse(text)),
      };
    },
  };
}

function masks(vocab, options) {
  const vocabulary = vocabularyOf(vocab);
  warmUp(vocabulary, vocab, options);
  return {
    name: "sluice",
    version,
    masks: true,
    compile({ schema }) {
      // The judge is made when a value first has to be judged.
      let judge;
      const check = (pointer, value) => (judge ??= boundaryCheck(schema))(pointer, value);
      const start = createConstraint(schema, vocabulary, { ...options, check });
      let constraint = start.fork();
      let mask;
      return {
        reset() {
          constraint = start.fork();
          mask = undefined;
        },
        computeMask() {
          mask = constraint.mask();
        },
        commit(token) {
          const allowed = mask === undefined || has(mask, token);
          mask = undefined;
          return allowed && constraint.accept(token);
        },
        canEnd: () => constraint.complete,
      };
    },
  };
}

function vocabularyOf(vocab) {
  const kinds = new Uint8Array(vocab.size);
  const starts = new Uint32Array(vocab.size + 1);
  const ends = new Set(vocab.eogIds);
  const parts = [];
  for (let token = 0; token < vocab.size; token++) {
    const bytes = ends.has(token) ? new Uint8Array(0) : vocab.bytes(token);
    kinds[token] = ends.has(token) ? tokenKind.end : bytes.length > 0 ? tokenKind.text : tokenKind.silent;
    parts.push(bytes);
    starts[token + 1] = starts[token] + bytes.length;
  }
  return new Vocabulary(kinds, Buffer.concat(parts), starts);
}

/** Looks once at strings and keys that may be anything: what comes of it is the same for all schemas. */
function warmUp(vocabulary, vocab, options) {
  const byteToken = new Map();
  for (let token = 0; token < vocab.size; token++) {
    const bytes = vocabulary.bytesOf(token);
    if (bytes.length === 1 && !byteToken.has(bytes[0])) byteToken.set(bytes[0], token);
  }
  const constraint = createConstraint({ type: ["object", "array", "number"] }, vocabulary, options);
  for (const byte of Buffer.from('{"a": [0, "b')) {
    constraint.mask();
    constraint.accept(byteToken.get(byte));
  }
  constraint.mask();
}
