import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as lint from "../../src/lint/index.ts";

const page = readFileSync(new URL("../../docs/lint.md", import.meta.url), "utf8");

it("the page lists the rules as they are", () => {
  const rows = page.split("\n").filter((line) => /^\| `[a-z-]+` \| (error|warning|note) \|/.test(line));
  const rules = lint.lintRules.map(
    ({ id, severity, title, advice, reason }) => `| \`${id}\` | ${severity} | ${title} | ${advice} | ${reason} |`,
  );
  expect(rows).toEqual(rules);
});

it("and the limits", () => {
  for (const [name, value] of Object.entries(lint.defaultLimits)) {
    expect(page).toContain(`\`${name}\` ${value.toLocaleString("en")}`);
  }
});

const examples = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!);

it.each(examples)("its example %# prints what it says", (code) => {
  const promised = [...code.matchAll(/\/\/ (.*)$/gm)].map(([, text]) => text);
  const printed: string[] = [];
  const log = (...values: unknown[]) => void printed.push(values.join(" "));
  const body = code.replace(/^import (\{.*\}) from "sluice\/lint";$/m, "const $1 = lint;");
  new Function("lint", "console", body)(lint, { log });
  expect(printed).toEqual(promised);
  expect(examples).toHaveLength(2);
});

it("and the keys of what -o json prints, as they are", () => {
  const result = lint.lintText('{"type": "string"}');
  for (const key of [result, result.findings[0]!, result.findings[0]!.location!, result.cost!].flatMap(Object.keys)) {
    expect(page).toContain(`\`${key}\``);
  }
});
