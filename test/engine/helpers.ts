import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { copyTokenizer, makeRandomModel, type RandomModelOptions } from "../../models/make/random.ts";
import { type Engine, EngineError, type GenerateRequest, type GenerateStats } from "../../src/engine/index.ts";

export const embedded = fileURLToPath(new URL("../../models/embedded.gguf", import.meta.url));
export const smollm = shared("models/SmolLM2-135M-Instruct.Q4_1.gguf");
export const hasSmollm = existsSync(smollm);

/** Loading options of all tests: the machine's neighbours stay unharmed, and times bearable. */
export const quick = { build: "cpu", threads: 1, offline: true } as const;

/** A JSON object with one string: short, and with any characters in it. */
export const oneString = String.raw`root ::= "{\"a\":\"" [^"\\\x00-\x1f]{1,40} "\"}"`;

/** A file beside the repository; tests that need it skip, and say so. */
export function shared(name: string): string {
  return fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url));
}

export function sayIfMissing(path: string, what: string): boolean {
  if (existsSync(path)) return false;
  console.warn(`SKIPPED: ${what}: ${path} isn't there`);
  return true;
}

/** A folder that goes away after the file's tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sluice-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a random-weight model around the embedded model's tokenizer, or one given. */
export function randomModel(path: string, options: Partial<RandomModelOptions> = {}): string {
  writeFileSync(path, makeRandomModel({ vocabulary: copyTokenizer(readFileSync(embedded)), ...options }));
  return path;
}

/** The embedded model's tokenizer with another chat template. */
export function vocabularyWith(template: string) {
  const vocabulary = new Map(copyTokenizer(readFileSync(embedded)));
  vocabulary.set("tokenizer.chat_template", { type: "string", value: template });
  return vocabulary;
}

export interface Written extends GenerateStats {
  readonly text: string;
  readonly chunks: readonly string[];
}

/** Runs a request to its end. */
export async function write(engine: Engine, request: GenerateRequest): Promise<Written> {
  const writing = engine.generate(request);
  const chunks: string[] = [];
  for (;;) {
    const step = await writing.next();
    if (step.done) return { ...step.value, text: chunks.join(""), chunks };
    chunks.push(step.value.text);
  }
}

/** The code an action fails with; its message must be two sentences for people, without a stack. */
export async function codeOf(action: Promise<unknown>): Promise<string> {
  try {
    await action;
  } catch (thrown) {
    if (!(thrown instanceof EngineError)) throw thrown;
    if (/\n\s+at /.test(thrown.message) || !/\. [A-Z].*\.$/s.test(thrown.message)) {
      throw new Error(`not a message for people: ${thrown.message}`);
    }
    return thrown.code;
  }
  return "no error";
}
