/** The last word of a Standard Schema: its refinements and transforms, after the JSON Schema it stands for. */
import type { StandardIssue, StandardSchema } from "../schema/index.ts";
import { type ContractError, type GateResult, refuse } from "./gates.ts";
import { child, place } from "./pointer.ts";

/** Lets the schema's own library judge a value that its JSON Schema accepts, and gives the library's output. */
export async function applyStandard<Output>(
  schema: StandardSchema<unknown, Output>,
  checked: GateResult<unknown>,
): Promise<GateResult<Output>> {
  if (!checked.ok) return checked;
  const result = await schema["~standard"].validate?.(checked.value);
  if (result?.issues) return refuse(result.issues.map(errorOf));
  return { ...checked, value: (result ? result.value : checked.value) as Output };
}

function errorOf({ message, path = [] }: StandardIssue): ContractError {
  const pointer = path.map((step) => String(typeof step === "object" ? step.key : step)).reduce(child, "");
  return { gate: "schema", keyword: "refinement", path: pointer, message: `${place(pointer)}: ${message}` };
}
