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

/** Adds the standard's formats to an ajv. */
export function addFormats(ajv: InstanceType<AjvModule["Ajv"]>): void {
  type Add = (target: typeof ajv, options: { readonly mode: "full" }) => unknown;
  // With options, so that it adds formats only, and no keywords of its own.
  (require("ajv-formats") as { readonly default: Add }).default(ajv, { mode: "full" });
}
