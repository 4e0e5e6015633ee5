import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import * as nodeLlamaCpp from "node-llama-cpp";
import { getLlama, type Llama, LlamaLogLevel, type LlamaModel, type Token } from "node-llama-cpp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readGguf } from "../../models/make/gguf.ts";
import { assistantToken, userToken, Vocabulary } from "../../models/make/vocabulary.ts";
import type { Message } from "../../src/engine/engine.ts";
import { PromptWriter } from "../../src/engine/llama/prompt.ts";

const modelPath = fileURLToPath(new URL("../../models/embedded.gguf", import.meta.url));
const user = "Goal: Move the archive\nTools: sql, shell\nAnswer with one JSON object only.";
let llama: Llama;
let model: LlamaModel;

beforeAll(async () => {
  llama = await getLlama({ gpu: false, build: "never", skipDownload: true, logLevel: LlamaLogLevel.disabled });
  model = await llama.loadModel({ modelPath });
});
afterAll(() => llama.dispose());

test("the file has at most 8 MB", () => {
  expect(readFileSync(modelPath).length).toBeLessThanOrEqual(8 * 2 ** 20);
});

test("its tokenizer is the one the code makes from its merges", () => {
  const { metadata } = readGguf(readFileSync(modelPath));
  const merges = metadata.get("tokenizer.ggml.merges")!.value as readonly string[];
  const made = new Vocabulary(merges).metadata();
  expect([...metadata].filter(([key]) => key.startsWith("tokenizer."))).toStrictEqual([...made]);
});

test("the bytes of a text's tokens are the text's UTF-8", () => {
  const merges = model.fileInfo.metadata.tokenizer.ggml.merges as string[];
  const vocabulary = new Vocabulary(merges);
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (text) => {
      expect(Buffer.from(vocabulary.decode(model.tokenize(text)))).toStrictEqual(Buffer.from(text));
    }),
    { numRuns: 500 },
  );
});

test("its prompts show the last task alone, as it was trained, and end where the assistant writes", () => {
  const prompts = new PromptWriter(nodeLlamaCpp, model);
  const laid = (...turns: [Message["role"], string][]) =>
    model.detokenize(prompts.tokens(turns.map(([role, content]) => ({ role, content }))), true);
  expect(laid(["system", "Long rules."], ["user", user])).toBe(`${userToken}${user}${assistantToken}`);
  expect(laid(["user", "Hi {{ there }}"])).toBe(`${userToken}Hi {{ there }}${assistantToken}`);
  expect(laid(["user", "One"], ["assistant", "{}"], ["user", "Two"])).toBe(`${userToken}Two${assistantToken}`);
});

test("the fixed parts of a prompt are one token each", () => {
  const tokens = model
    .tokenize(`${userToken}${user}${assistantToken}`, true)
    .map((token) => model.detokenize([token], true));
  for (const part of [userToken, "Goal: ", "\nTools: ", "\nAnswer with one JSON object only.", assistantToken]) {
    expect(tokens).toContain(part);
  }
});

test("the same seed writes the same text, another seed another", async () => {
  const [first, again, other] = [await write(7), await write(7), await write(8)];
  expect(first.length).toBeGreaterThan(20);
  expect(again).toStrictEqual(first);
  expect(other).not.toStrictEqual(first);
});

async function write(seed: number): Promise<Token[]> {
  const context = await model.createContext({ threads: 1, contextSize: 512 });
  const prompt = model.tokenize(`${userToken}${user}${assistantToken}`, true);
  const tokens: Token[] = [];
  for await (const token of context.getSequence().evaluate(prompt, { temperature: 0.9, seed })) {
    if (model.isEogToken(token) || tokens.push(token) === 60) break;
  }
  await context.dispose();
  return tokens;
}
