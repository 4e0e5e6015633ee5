/** What is asked of masks with a real vocabulary: that they hold just the tokens that are accepted, every one of them. */
import type { LlamaModel } from "node-llama-cpp";
import { expect } from "vitest";
import { createConstraint, type Vocabulary } from "../../src/constraint/index.ts";
import { openLibrary } from "../../src/engine/llama/library.ts";
import { readVocabulary } from "../../src/engine/llama/vocabulary.ts";
import { seeded } from "../gbnf/support/sampler.ts";
import { members } from "./support.ts";

export const schemas = [
  { type: "string" },
  { type: "string", minLength: 2, maxLength: 9 },
  { type: "string", pattern: "^[A-Za-z ]+$", maxLength: 30 },
  { type: "string", pattern: "^\\p{L}+(?:-\\p{L}+)*$" },
  { type: "string", format: "date-time" },
  { type: "number", minimum: -3.5, maximum: 1234 },
  { type: "integer", minimum: 0 },
  { enum: ["alpha", "alphabet", 'say "yes"', 12, 123, null, true] },
  { type: "array", items: { type: ["string", "null", "integer"] }, maxItems: 5 },
  { type: "array", items: { enum: ["S1", "S2", "S10"] }, uniqueItems: true },
  { type: "object", additionalProperties: { type: "boolean" } },
  {
    type: "object",
    properties: {
      name: { type: "string" },
      names: { type: "array", items: { type: "string" } },
      "na me": { type: "null" },
    },
    required: ["name"],
  },
  {
    anyOf: [
      { type: "object", properties: { a: { const: 1 } }, required: ["a"] },
      { type: "string" },
      { type: "boolean" },
    ],
  },
] as const;

export async function vocabularyFrom(path: string): Promise<Vocabulary> {
  const { llama } = await openLibrary("cpu");
  const model: LlamaModel = await llama.loadModel({ modelPath: path, vocabOnly: true, gpuLayers: 0 });
  try {
    return readVocabulary(model);
  } finally {
    await model.dispose();
  }
}

/** Writes at random under a schema; at some positions compares the mask with the answer for every token. */
export function compareMasks(
  vocabulary: Vocabulary,
  schema: (typeof schemas)[number],
  seed: number,
  looks: number,
): void {
  const random = seeded(seed);
  const constraint = createConstraint(schema, vocabulary, { order: "free" });
  let text = "";
  for (let n = 0, looked = 0; n < 40 && looked < looks; n++) {
    const mask = constraint.mask();
    const allowed = members(mask, vocabulary.size);
    expect(allowed.length, text).toBeGreaterThan(0);
    if (random() < (2 * looks) / 40) {
      looked++;
      const wrong: number[] = [];
      for (let token = 0; token < vocabulary.size; token++) {
        const inMask = (mask[token >> 5]! & (1 << (token & 31))) !== 0;
        if (inMask !== constraint.accepts(token)) wrong.push(token);
      }
      const spelled = wrong.slice(0, 5).map((token) => new TextDecoder().decode(vocabulary.bytesOf(token)));
      expect(wrong.length, `after ${text}: ${JSON.stringify(spelled)} under ${JSON.stringify(schema)}`).toBe(0);
    }
    const texts = allowed.filter((token) => vocabulary.bytesOf(token).length > 0);
    if (texts.length === 0) return;
    const token = texts[Math.floor(random() * texts.length)]!;
    constraint.accept(token);
    text += new TextDecoder().decode(vocabulary.bytesOf(token));
  }
}
