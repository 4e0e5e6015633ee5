import { getLlama, type Llama, type LlamaGrammar, LlamaLogLevel } from "node-llama-cpp";

let llama: Promise<Llama> | undefined;

/** llama.cpp itself, on the prebuilt CPU build. */
export function native(): Promise<Llama> {
  llama ??= getLlama({ gpu: false, build: "never", skipDownload: true, logLevel: LlamaLogLevel.disabled });
  return llama;
}

/** A grammar as llama.cpp loaded it, or `undefined` if it refuses it (it prints why on its own). */
export async function load(grammar: string): Promise<LlamaGrammar | undefined> {
  try {
    return await (await native()).createGrammar({ grammar });
  } catch {
    return undefined;
  }
}

/** Does llama.cpp's matcher take the whole text as a sentence? (An internal method of the binding, used for nothing else.) */
export function nativeAccepts(grammar: LlamaGrammar, text: string): boolean {
  return (grammar as unknown as { _testText(text: string): boolean })._testText(text);
}
