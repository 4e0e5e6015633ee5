// Adapter for the maskbench harness: `--adapter bench/maskbench/sluice.mjs --opt constraint=mask`.
import { createConstraint, has, Vocabulary } from "../../dist/constraint/index.js";
import { boundaryCheck } from "../../dist/contract/index.js";

export function create({ vocab }) {
  const kinds = new Uint8Array(vocab.size);
  const starts = new Uint32Array(vocab.size + 1);
  const parts = [];
  let at = 0;
  const eog = new Set(vocab.eogIds);
  for (let id = 0; id < vocab.size; id++) {
    const bytes = vocab.bytes(id);
    kinds[id] = eog.has(id) ? 1 : bytes.length === 0 ? 2 : 0;
    if (kinds[id] === 0) { parts.push(bytes); at += bytes.length; }
    starts[id + 1] = at;
  }
  const bytes = new Uint8Array(at);
  let to = 0;
  for (const part of parts) { bytes.set(part, to); to += part.length; }
  const vocabulary = new Vocabulary(kinds, bytes, starts);
  // The vocabulary's own tables are made once a tokenizer, and belong to none of the schemas.
  createConstraint({ type: "string" }, vocabulary).mask();
  return {
    name: "sluice", version: "0.1.0", masks: true,
    compile({ schema }) {
      // The judge is made when a value first has to be judged.
      let judge;
      const check = (pointer, value) => (judge ??= boundaryCheck(schema))(pointer, value);
      const start = createConstraint(schema, vocabulary, { order: "free", check });
      let constraint = start.fork();
      let mask;
      return {
        reset() { constraint = start.fork(); mask = undefined; },
        computeMask() { mask = constraint.mask(); },
        commit(id) { if (mask) { const ok = has(mask, id); mask = undefined; if (!ok) return false; return constraint.accept(id); } return constraint.accept(id); },
        constraint() { return constraint; },
        canEnd() { return constraint.complete; },
      };
    },
  };
}
