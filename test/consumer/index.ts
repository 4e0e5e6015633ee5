/** A program of somebody who checks all types, those of libraries too: see test/types.test.ts. */
import { generate, loadModel, plan } from "sluice";

export * as contract from "sluice/contract";
export * as engine from "sluice/engine";
export * as gbnf from "sluice/gbnf";
export * as json from "sluice/json";
export * as plans from "sluice/plan";
export * as schemas from "sluice/schema";

const schema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] } as const;

export async function nameAndGoal(): Promise<[name: string, goal: string]> {
  const model = await loadModel("embedded");
  const named = await generate({ model, schema, prompt: "Name it." });
  const planned = await plan({ model, goal: "Move house" });
  await model.dispose();
  return [named.ok ? named.value.name : named.failure.message, planned.ok ? planned.value.objective : ""];
}
