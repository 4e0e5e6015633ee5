/** The ready grammars are what the compiler makes of the schemas beside them. `npx vitest run test/grammars -u` rewrites them. */
import { readdirSync, readFileSync } from "node:fs";
import { compileGbnf, parseGbnf } from "sluice/gbnf";
import { planWritingSchema } from "sluice/plan";
import type { JsonSchema } from "sluice/schema";
import { describe, expect, it } from "vitest";

const folder = new URL("../grammars/", import.meta.url);
/** `plan.schema.json` is a contract to check by; plans are written under `plan-writing.schema.json`. */
const written = readdirSync(folder).filter((name) => name.endsWith(".schema.json") && name !== "plan.schema.json");

describe("grammars/", () => {
  it("holds the schema that plans are written under", async () => {
    const schema = JSON.stringify(planWritingSchema({ tools: [] }), null, 2);
    await expect(`${schema}\n`).toMatchFileSnapshot("../grammars/plan-writing.schema.json");
  });

  it.each(written)("%s has the grammar made from it", async (name) => {
    const schema = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as JsonSchema;
    const { grammar } = compileGbnf(schema);
    expect(() => parseGbnf(grammar)).not.toThrow();
    await expect(grammar).toMatchFileSnapshot(`../grammars/${name.replace(".schema.json", ".gbnf")}`);
  });
});
