import { expect, test } from "vitest";
import { createValidator } from "../../src/contract/index.ts";
import { planSchema } from "../../src/plan/index.ts";
import { plan, step, tools } from "./plans.ts";

test("the schema in grammars/ is the contract (write it anew with `npx vitest run test/plan -u`)", async () => {
  await expect(`${JSON.stringify(planSchema(), null, 2)}\n`).toMatchFileSnapshot("../../grammars/plan.schema.json");
});

test("tools and a count narrow the contract", () => {
  const { validate } = createValidator(planSchema({ tools, maxSteps: 2 }));
  expect(validate(plan(step("S1", { tool_hint: "sql" }), step("S2"))).ok).toBe(true);
  expect(validate(plan(step("S1", { tool_hint: "bash" })))).toMatchObject({ errors: [{ path: "/steps/0/tool_hint" }] });
  expect(validate(plan(step("S1"), step("S2"), step("S3")))).toMatchObject({ errors: [{ path: "/steps", limit: 2 }] });
  expect(() => planSchema({ maxSteps: 21 })).toThrowError("maxSteps");
});

test("each call gives a schema of its own", () => {
  expect(planSchema()).not.toBe(planSchema());
  expect(planSchema()).toEqual(planSchema());
});
