/**
 * ajv, loaded when the first schema is compiled: it takes a twentieth of a second, which a program that shows a model's
 * first words must not wait for.
 */
import { createRequire } from "node:module";

type AjvModule = typeof import("ajv");

const require = createRequire(import.meta.url);

/** ajv itself, with the builder of code that keywords are made with. */
export const ajvCore = (): AjvModule => require("ajv") as AjvModule;

/** The class of ajv for draft 2019-09. */
export const ajv2019 = () => (require("ajv/dist/2019.js") as typeof import("ajv/dist/2019.js")).Ajv2019;

/** The class of ajv for draft 2020-12. */
export const ajv2020 = () => (require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js")).Ajv2020;

interface FormatsModule {
  readonly default: {
    (target: InstanceType<AjvModule["Ajv"]>, options: { readonly mode: "full" }): unknown;
    get(format: string, mode: "full"): unknown;
  };
}

const formats = () => (require("ajv-formats") as FormatsModule).default;

type Judgement = boolean | RegExp | ((value: string | number) => boolean);

/** What ajv-formats says of a value of a format. A format that it doesn't know says nothing. */
export function otherFormat(format: string, value: string | number): boolean {
  let found = known.get(format);
  if (!found) {
    found = definitionOf(format);
    known.set(format, found);
  }
  const { type, judgement } = found;
  if (typeof value !== type || typeof judgement === "boolean") return true;
  return typeof judgement === "function" ? judgement(value) : judgement.test(String(value));
}

const known = new Map<string, { readonly type: "string" | "number"; readonly judgement: Judgement }>();

function definitionOf(format: string): { readonly type: "string" | "number"; readonly judgement: Judgement } {
  let found: unknown;
  try {
    found = formats().get(format, "full");
  } catch {
    return { type: "string", judgement: true };
  }
  if (typeof found !== "object" || found === null || found instanceof RegExp) {
    return { type: "string", judgement: found as Judgement };
  }
  const { type = "string", validate } = found as { type?: "string" | "number"; validate: Judgement };
  return { type, judgement: validate };
}

/** Adds the standard's formats to an ajv. */
export function addFormats(ajv: InstanceType<AjvModule["Ajv"]>): void {
  // With options, so that it adds formats only, and no keywords of its own.
  formats()(ajv, { mode: "full" });
}
