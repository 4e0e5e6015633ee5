/** Reads a model file's header and checks what the native loader would otherwise abort, hang or go astray on. */
import { open, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { EngineError, type EngineErrorCode } from "../errors.ts";
import { checkHyperparameters } from "./hyperparameters.ts";
import {
  type Header,
  type HeaderArray,
  HeaderProblem,
  type HeaderValue,
  MoreBytesNeeded,
  quoted,
  scanHeader,
} from "./scan.ts";
import { limits, supportedTokenizers, valueType } from "./types.ts";

/** What a model file says of itself. */
export interface ModelHeader {
  readonly path: string;
  /** Bytes, of all parts of a split model. */
  readonly fileSize: number;
  /** GGUF version. */
  readonly version: number;
  readonly architecture: string;
  readonly name: string | undefined;
  /** Number of weights. */
  readonly parameters: number;
  /** The tensor type that holds most of the weights: `Q4_1`, `F16`, … */
  readonly quantisation: string;
  /** Tokens of context the model was trained for. */
  readonly contextLength: number;
  readonly layers: number;
  /** Bytes of keys and values a token of context takes; unknown where layers differ, or keep something else. */
  readonly cacheBytesPerToken: number | undefined;
  readonly vocabularySize: number;
  readonly hasChatTemplate: boolean;
}

/**
 * Reads and checks the header of a GGUF file (of every part, if the model is split in several files).
 * Time is bounded by the header's true size, whatever the file claims.
 * @throws {EngineError} `model-not-found`, `not-a-model`, `model-truncated`, `model-invalid`, `model-unsupported`
 */
export async function readModelHeader(path: string): Promise<ModelHeader> {
  const [first, ...rest] = await Promise.all(partsOf(path).map(readPart));
  const { header, bytes, fileSize } = first!;
  try {
    const tensors = [first!, ...rest].flatMap((part) => part.header.tensors);
    if (tensors.length === 0) throw new HeaderProblem("model-unsupported", "holds only a vocabulary, no weights");
    return {
      path,
      fileSize: rest.reduce((sum, part) => sum + part.fileSize, fileSize),
      version: header.version,
      parameters: tensors.reduce((sum, tensor) => sum + tensor.elements, 0),
      quantisation: mainType(tensors),
      ...describe(header, bytes),
    };
  } catch (thrown) {
    throw asEngineError(thrown, path);
  }
}

interface Part {
  readonly header: Header;
  readonly bytes: Buffer;
  readonly fileSize: number;
}

/** `name-00001-of-00003.gguf` stands for three files. */
function partsOf(path: string): string[] {
  const split = /^(.*)-(\d{5})-of-(\d{5})\.gguf$/.exec(basename(path));
  if (split === null) return [path];
  const [, stem, , total] = split;
  return Array.from({ length: Math.max(1, Math.min(Number(total), 1000)) }, (_, index) =>
    join(dirname(path), `${stem}-${String(index + 1).padStart(5, "0")}-of-${total}.gguf`),
  );
}

const firstRead = 4 * 2 ** 20;

async function readPart(path: string): Promise<Part> {
  const notOpened = (thrown: NodeJS.ErrnoException) => {
    throw notReadable(path, thrown.code, thrown.message);
  };
  const stats = await stat(path).catch(notOpened);
  // Looked at before it is opened: opening a pipe waits for someone to write to it.
  if (!stats.isFile()) throw notReadable(path, stats.isDirectory() ? "EISDIR" : "device");
  const fileSize = stats.size;
  const file = await open(path, "r").catch(notOpened);
  try {
    let bytes: Buffer = Buffer.alloc(0);
    for (;;) {
      const wanted = Math.min(fileSize, Math.max(firstRead, bytes.length * 4), limits.headerBytes);
      const longer = Buffer.allocUnsafe(wanted);
      bytes.copy(longer);
      const { bytesRead } = await file.read(longer, bytes.length, wanted - bytes.length, bytes.length);
      bytes = longer.subarray(0, bytes.length + bytesRead);
      try {
        const header = scanHeader(bytes, bytesRead === 0 ? bytes.length : fileSize);
        if (header.bytesNeeded > fileSize) {
          throw new HeaderProblem(
            "model-truncated",
            `has ${fileSize} bytes of the ${header.bytesNeeded} its header promises`,
          );
        }
        return { header, bytes, fileSize };
      } catch (thrown) {
        if (!(thrown instanceof MoreBytesNeeded)) throw thrown;
      }
    }
  } catch (thrown) {
    throw asEngineError(thrown, path);
  } finally {
    await file.close();
  }
}

/** What the keys mean, as far as the loader depends on them being sane. */
function describe(header: Header, bytes: Buffer) {
  const { values } = header;
  const architecture = text(values, "general.architecture");
  if (architecture === undefined || !/^[\w.-]{1,64}$/.test(architecture)) {
    throw new HeaderProblem("model-invalid", "doesn't name its architecture");
  }
  const vocabularySize = checkVocabulary(values, bytes);
  return {
    architecture,
    name: text(values, "general.name"),
    vocabularySize,
    ...checkHyperparameters(header, architecture, vocabularySize),
    hasChatTemplate: (text(values, "tokenizer.chat_template") ?? "") !== "",
  };
}

function checkVocabulary(values: ReadonlyMap<string, HeaderValue>, bytes: Buffer): number {
  const tokenizer = text(values, "tokenizer.ggml.model");
  if (tokenizer === undefined || !supportedTokenizers.includes(tokenizer)) {
    const found = tokenizer === undefined ? "no tokenizer" : `the tokenizer ${quoted(tokenizer)}`;
    throw new HeaderProblem("model-unsupported", `has ${found}; known are ${supportedTokenizers.join(", ")}`);
  }
  const tokens = array(values, "tokenizer.ggml.tokens");
  if (tokens === undefined || tokens.elementType !== valueType.string || tokens.count === 0) {
    throw new HeaderProblem("model-invalid", "has no list of tokens");
  }
  const seen = new Set<string>();
  let at = tokens.start;
  for (let i = 0; i < tokens.count; i++) {
    const length = bytes.readUInt32LE(at);
    // Latin-1 keeps distinct bytes distinct. llama.cpp reads a token up to its first NUL, and names empty ones itself.
    const [token = ""] = bytes.toString("latin1", at + 8, at + 8 + length).split("\0", 1);
    at += 8 + length;
    if (token !== "" && seen.size === seen.add(token).size) {
      throw new HeaderProblem("model-invalid", `has the token ${quoted(token)} twice`);
    }
  }
  return tokens.count;
}

function text(values: ReadonlyMap<string, HeaderValue>, key: string): string | undefined {
  const value = values.get(key);
  return value !== undefined && "scalar" in value && typeof value.scalar === "string" ? value.scalar : undefined;
}

function array(values: ReadonlyMap<string, HeaderValue>, key: string): HeaderArray | undefined {
  const value = values.get(key);
  return value !== undefined && "array" in value ? value.array : undefined;
}

function mainType(tensors: Header["tensors"]): string {
  const elements = new Map<string, number>();
  for (const { type, elements: count } of tensors) elements.set(type.name, (elements.get(type.name) ?? 0) + count);
  return [...elements].reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0];
}

const remedies: Partial<Record<EngineErrorCode, string>> = {
  "not-a-model": "Give the path of a model in GGUF format.",
  "model-truncated": "Download it again: the copy is incomplete.",
  "model-invalid": "Download it again, or convert it anew.",
  "model-unsupported": "Use a GGUF file of a text model made for a current llama.cpp.",
};

function asEngineError(thrown: unknown, path: string): unknown {
  if (!(thrown instanceof HeaderProblem)) return thrown;
  return new EngineError(thrown.code, `The model file ${path} ${thrown.reason}.`, remedies[thrown.code]!, { path });
}

function notReadable(path: string, code = "", message = ""): EngineError {
  const reasons: Record<string, string> = {
    ENOENT: "doesn't exist",
    ENOTDIR: "doesn't exist",
    EISDIR: "is a folder, not a file",
    device: "isn't an ordinary file",
    EACCES: "may not be read by this user",
    EPERM: "may not be read by this user",
  };
  const reason = reasons[code] ?? `can't be opened (${message})`;
  return new EngineError("model-not-found", `The model file ${path} ${reason}.`, "Check the path.", { path });
}
