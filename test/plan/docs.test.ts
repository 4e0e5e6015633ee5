import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as gbnf from "../../src/gbnf/index.ts";
import * as plan from "../../src/plan/index.ts";

/** What the examples import. */
const modules: Readonly<Record<string, object>> = { "sluice/gbnf": gbnf, "sluice/plan": plan };

const page = readFileSync(new URL("../../docs/plan.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code!);

test("there are examples, one for each gate at least", () => {
  expect(examples.length).toBeGreaterThan(9);
});

test.each(examples)("%.0sexample %# prints what it says it prints", (code) => {
  const printed: string[] = [];
  const promised = [...code.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
  const body = code.replaceAll(
    /^import \{ (.*) \} from "(.*)";$/gm,
    (_, names, from) => `const { ${names} } = modules["${from}"];`,
  );
  const log = (...values: unknown[]) =>
    void printed.push(values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(" "));
  // The examples are plain enough to be JavaScript too.
  new Function("modules", "console", body)(modules, { log });
  expect(promised.length).toBeGreaterThan(0);
  expect(printed).toEqual(promised);
});

test("the table of fields is the contract's", () => {
  const { properties } = plan.planSchema() as unknown as {
    properties: Record<string, { items?: { properties?: object } }>;
  };
  const fields = [
    ...Object.keys(properties),
    ...Object.keys(properties.steps!.items!.properties!).map((key) => `steps[].${key}`),
  ];
  for (const field of fields) expect(page).toContain(`| \`${field}\` |`);
});
