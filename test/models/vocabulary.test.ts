import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { getLlama, type Llama, LlamaLogLevel, type LlamaModel } from "node-llama-cpp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeTask } from "../../models/make/corpus/plan.ts";
import { question, spacedJson } from "../../models/make/corpus.ts";
import { makeRandomModel } from "../../models/make/random.ts";
import { Random } from "../../models/make/seed.ts";
import { endToken, learnMerges, pieces, Vocabulary } from "../../models/make/vocabulary.ts";

const random = new Random(11);
const texts = Array.from({ length: 60 }, () => writeTask(random)).map(
  (task) => `${question(task)}\n${spacedJson(task.plan)}`,
);
const vocabulary = new Vocabulary(learnMerges(texts, 1200));
const folder = mkdtempSync(join(tmpdir(), "sluice-vocabulary-"));
let llama: Llama;
let model: LlamaModel;

beforeAll(async () => {
  const modelPath = join(folder, "model.gguf");
  writeFileSync(modelPath, makeRandomModel({ vocabulary: vocabulary.metadata() }));
  llama = await getLlama({ gpu: false, build: "never", skipDownload: true, logLevel: LlamaLogLevel.disabled });
  model = await llama.loadModel({ modelPath });
});
afterAll(async () => {
  await llama.dispose();
  rmSync(folder, { recursive: true });
});

/** Anything, with pieces and the letters of pieces more often than chance has them. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom(...pieces),
      fc.string({ unit: fc.constantFrom(..."\"{}[],: \nS12'\t"), maxLength: 8 }),
      fc.lorem({ maxCount: 3 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

/** Whether two pieces of the same length overlap somewhere. */
function hasRivals(any: string): boolean {
  const found = pieces.flatMap((piece) => positions(any, piece).map((at) => ({ at, length: piece.length })));
  return found.some((a) => found.some((b) => a.length === b.length && a.at < b.at && b.at < a.at + a.length));
}

function positions(any: string, piece: string): number[] {
  const found: number[] = [];
  for (let at = any.indexOf(piece); at >= 0; at = any.indexOf(piece, at + 1)) found.push(at);
  return found;
}

describe("tokens", () => {
  test("hold exactly the bytes of any text", () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(Buffer.from(vocabulary.decode(vocabulary.encode(any)))).toStrictEqual(Buffer.from(any));
      }),
      { numRuns: 1000 },
    );
  });

  test("are the ones llama.cpp makes of any text, unless two pieces of one length overlap in it", () => {
    fc.assert(
      fc.property(text, (any) => {
        fc.pre(!hasRivals(any));
        expect(vocabulary.encode(any)).toStrictEqual([...model.tokenize(any)]);
      }),
      { numRuns: 1000 },
    );
  });

  test("are the ones llama.cpp makes of the corpus, and few", () => {
    for (const one of texts) {
      const tokens = vocabulary.encode(one);
      expect(tokens).toStrictEqual([...model.tokenize(one)]);
      expect(tokens.length).toBeLessThan(one.length / 3);
    }
  });

  test("that control are not what a text with their letters becomes", () => {
    expect(vocabulary.encode(endToken)).toStrictEqual([...model.tokenize(endToken)]);
    expect(vocabulary.encode(endToken)).not.toContain(vocabulary.id(endToken));
    expect([...model.tokenize(endToken, true)]).toStrictEqual([vocabulary.id(endToken)]);
  });

  test("of control are known to llama.cpp", () => {
    const { bos, eos, eot } = model.tokens;
    expect([bos, eos, eot].map((token) => vocabulary.tokens[token ?? -1])).toStrictEqual([
      "<|begin|>",
      endToken,
      endToken,
    ]);
    expect(model.tokens.shouldPrependBosToken).toBe(false);
  });
});

test("no two tokens have the same text", () => {
  expect(new Set(vocabulary.tokens).size).toBe(vocabulary.tokens.length);
});

test("the same texts teach the same merges", () => {
  expect(learnMerges(texts, 600)).toStrictEqual(learnMerges(texts, 600));
});
