import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkPlan, type Plan, type PlanError, PlanOptionError, type PlanStep } from "../../src/plan/index.ts";
import { plan, planOf, step, tools, validPlans } from "./plans.ts";

function errorsOf(...args: Parameters<typeof checkPlan>): readonly PlanError[] {
  const result = checkPlan(...args);
  return result.ok ? [] : result.errors;
}

/** The plan with one step changed. */
function changed(original: Plan, index: number, part: Partial<PlanStep>): Plan {
  return { ...original, steps: original.steps.map((s, i) => (i === index ? { ...s, ...part } : s)) };
}

describe("a plan that keeps every rule", () => {
  test("passes, and its waves and critical path can be run", () => {
    fc.assert(
      fc.property(validPlans, (original) => {
        const result = checkPlan(original, { tools });
        if (!result.ok) throw new Error(JSON.stringify(result.errors));
        expect(result.plan).toEqual(original);
        expect(result.plan).not.toBe(original);
        expect(result.defaults).toEqual([]);
        const done = new Set<string>();
        const byId = new Map(original.steps.map((s) => [s.id, s]));
        for (const wave of result.waves) {
          for (const id of wave) for (const before of byId.get(id)!.dependencies) expect(done).toContain(before);
          for (const id of wave) done.add(id);
        }
        expect([...done].sort()).toEqual([...byId.keys()].sort());
        expect(result.criticalPath).toHaveLength(result.waves.length);
        result.criticalPath.slice(1).forEach((id, i) => {
          expect(byId.get(id)!.dependencies).toContain(result.criticalPath[i]);
        });
      }),
    );
  });

  test("passes under order earlier once its steps are in the order of its waves", () => {
    fc.assert(
      fc.property(validPlans, (original) => {
        const first = checkPlan(original);
        if (!first.ok) throw new Error("not valid");
        const ids = first.waves.flat();
        const sorted = { ...original, steps: ids.map((id) => original.steps.find((s) => s.id === id)!) };
        expect(checkPlan(sorted, { order: "earlier" })).toMatchObject({
          ok: true,
          waves: first.waves.map((w) => expect.arrayContaining([...w])),
        });
      }),
    );
  });

  test("is never changed", () => {
    const original = Object.freeze({ ...plan(step("S1")), assumptions: undefined });
    const result = checkPlan(original);
    expect(result).toMatchObject({ ok: true, defaults: ["/assumptions"] });
    expect(original.assumptions).toBeUndefined();
  });

  test("gets the defaults of what it leaves out, reported in natural order", () => {
    const { id, title, description, expected_output } = step("S1");
    const bare = { id, title, description, expected_output };
    const steps = Array.from({ length: 11 }, (_, i) =>
      i === 2 || i === 10 ? { ...step(`S${i + 1}`), dependencies: undefined } : step(`S${i + 1}`),
    );
    expect(checkPlan({ ...plan(), steps })).toMatchObject({
      ok: true,
      defaults: ["/steps/2/dependencies", "/steps/10/dependencies"],
    });
    expect(checkPlan({ ...plan(), steps: [bare] })).toMatchObject({
      ok: true,
      plan: { steps: [{ dependencies: [], tool_hint: null, risk_level: "low" }] },
    });
  });
});

describe("one fault in a plan that kept every rule", () => {
  const withStep = validPlans.chain((p) => fc.tuple(fc.constant(p), fc.nat({ max: p.steps.length - 1 })));
  const withTwoSteps = validPlans
    .filter((p) => p.steps.length > 1)
    .chain((p) =>
      fc.tuple(
        fc.constant(p),
        fc.shuffledSubarray(
          p.steps.map((_, i) => i),
          { minLength: 2, maxLength: 2 },
        ),
      ),
    );

  test("an id twice", () => {
    fc.assert(
      fc.property(withTwoSteps, ([original, pair]) => {
        const [first, second] = [...pair].sort((a, b) => a - b) as [number, number];
        const id = original.steps[first]!.id;
        const result = checkPlan(changed(original, second, { id, dependencies: [] }), { tools });
        expect(result).toMatchObject({ ok: false, skipped: ["cycle"] });
        expect(result.ok || result.errors).toContainEqual(
          expect.objectContaining({
            gate: "reference",
            keyword: "duplicate",
            path: `/steps/${second}/id`,
            names: [id],
          }),
        );
      }),
    );
  });

  test("a dependency on itself", () => {
    fc.assert(
      fc.property(withStep, ([original, i]) => {
        const { id, dependencies } = original.steps[i]!;
        expect(errorsOf(changed(original, i, { dependencies: [...dependencies, id] }), { tools })).toMatchObject([
          {
            gate: "reference",
            keyword: "self",
            path: `/steps/${i}/dependencies/${dependencies.length}`,
            step: id,
            names: [id],
          },
        ]);
      }),
    );
  });

  test("unknown dependencies, all listed and sorted", () => {
    const unknown = fc.uniqueArray(fc.integer({ min: 100, max: 99_999 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(withStep, unknown, ([original, i], numbers) => {
        const { id, dependencies } = original.steps[i]!;
        const strangers = numbers.map((number) => `S${number}`);
        const names = [...numbers].sort((a, b) => a - b).map((number) => `S${number}`);
        expect(
          errorsOf(changed(original, i, { dependencies: [...strangers, ...dependencies] }), { tools }),
        ).toMatchObject([{ gate: "reference", keyword: "unknown", step: id, names }]);
      }),
    );
  });

  test("a dependency twice", () => {
    fc.assert(
      fc.property(withStep, ([original, i]) => {
        const { id, dependencies } = original.steps[i]!;
        fc.pre(dependencies.length > 0);
        expect(errorsOf(changed(original, i, { dependencies: [...dependencies, dependencies[0]!] }))).toMatchObject([
          { gate: "reference", keyword: "repeated", step: id, names: [dependencies[0]] },
        ]);
      }),
    );
  });

  test("a cycle: named along its way, from its smallest id", () => {
    fc.assert(
      fc.property(validPlans, fc.nat(), (original, pick) => {
        // Close a chain: let the first step of the critical path wait for a later one on it.
        const checked = checkPlan(original);
        if (!checked.ok) throw new Error("not valid");
        fc.pre(checked.criticalPath.length > 1);
        const [start, ...rest] = checked.criticalPath;
        const i = original.steps.findIndex((s) => s.id === start);
        const broken = changed(original, i, { dependencies: [rest[pick % rest.length]!] });
        const found = errorsOf(broken, { tools });
        expect(found).toMatchObject([{ gate: "cycle", keyword: "cycle" }]);
        const { cycle, path } = found[0]!;
        expect(cycle![0]).toBe(cycle!.at(-1));
        const numbers = cycle!.map((id) => Number(id.slice(1)));
        expect(numbers[0]).toBe(Math.min(...numbers));
        cycle!.slice(1).forEach((id, j) => {
          expect(broken.steps.find((s) => s.id === cycle![j])!.dependencies).toContain(id);
        });
        const first = broken.steps.findIndex((s) => s.id === cycle![0]);
        expect(path).toBe(`/steps/${first}/dependencies/${broken.steps[first]!.dependencies.indexOf(cycle![1]!)}`);
      }),
    );
  });

  test("a tool that isn't registered", () => {
    fc.assert(
      fc.property(
        withStep,
        fc.string({ minLength: 1 }).filter((name) => !tools.includes(name)),
        ([original, i], tool) => {
          expect(errorsOf(changed(original, i, { tool_hint: tool }), { tools, worth: false })).toMatchObject([
            { gate: "tool", keyword: "tool", path: `/steps/${i}/tool_hint`, names: [tool], allowed: tools },
          ]);
          expect(errorsOf(changed(original, i, { tool_hint: tool }), { worth: false })).toEqual([]);
        },
      ),
    );
  });
});

describe("gate by gate", () => {
  test("a step may not wait for a later one under order earlier", () => {
    const forward = planOf({ S1: ["S3"], S2: [], S3: [] });
    expect(checkPlan(forward)).toMatchObject({ ok: true, waves: [["S2", "S3"], ["S1"]], criticalPath: ["S3", "S1"] });
    expect(errorsOf(forward, { order: "earlier" })).toMatchObject([
      { gate: "reference", keyword: "later", path: "/steps/0/dependencies/0", step: "S1", names: ["S3"], allowed: [] },
    ]);
  });

  test("earlier means earlier in the plan, whatever the numbers", () => {
    expect(checkPlan(planOf({ S9: [], S1: ["S9"] }), { order: "earlier" }).ok).toBe(true);
  });

  test("the nearest tool is suggested, and the sentence says what to do", () => {
    expect(errorsOf(plan(step("S1", { tool_hint: "sendmail" })), { tools })).toMatchObject([
      {
        nearest: "send_mail",
        message:
          '/steps/0/tool_hint: there is no tool "sendmail"; it must be null or one of "sql", "shell", "send_mail"; the nearest is "send_mail".',
      },
    ]);
    expect(errorsOf(plan(step("S1", { tool_hint: "sql" })), { tools: [] })).toMatchObject([
      { gate: "tool", allowed: [] },
    ]);
  });

  test("an id written another way is recognised; a near number isn't", () => {
    const nearest = (name: string) => errorsOf(planOf({ S1: [], S2: [name] }))[0]!.nearest;
    expect(["1", "s1", "S01", "Step 1"].map(nearest)).toEqual(["S1", "S1", "S1", "S1"]);
    expect(nearest("S3")).toBeUndefined();
  });

  test("two cycles that don't touch are both named", () => {
    const found = errorsOf(planOf({ S4: ["S10"], S10: ["S4"], S1: ["S2"], S2: ["S3"], S3: ["S1"], S5: ["S1"] }));
    expect(found.map(({ cycle }) => cycle)).toEqual([
      ["S1", "S2", "S3", "S1"],
      ["S4", "S10", "S4"],
    ]);
    expect(found[0]!.message).toContain("S1 waits for S2, S2 waits for S3, S3 waits for S1");
  });

  test("all gates that can run do, and the errors come in the order of the gates", () => {
    const { title: _, ...untitled } = step("S2", { dependencies: ["S1", "S8", "S7"], tool_hint: "bash" });
    const broken = { ...plan(), steps: [step("S1", { dependencies: ["S2"] }), untitled], extra: 1 };
    const result = checkPlan(broken, { tools, riskRules: [{ pattern: ["copy"], atLeast: "medium" }] });
    expect(result).toMatchObject({
      ok: false,
      complete: true,
      skipped: [],
      errors: [
        { gate: "schema", keyword: "additionalProperties", path: "", names: ["extra"] },
        { gate: "schema", keyword: "required", path: "/steps/1", names: ["title"] },
        { gate: "reference", names: ["S7", "S8"] },
        { gate: "cycle", cycle: ["S1", "S2", "S1"] },
        { gate: "tool", step: "S2" },
        { gate: "risk", path: "/steps/0/risk_level" },
        { gate: "risk", path: "/steps/1/risk_level" },
      ],
    });
  });

  test("gates that can't run are named, those not asked for aren't", () => {
    const { id: _, ...nameless } = step("S1");
    expect(checkPlan({ ...plan(), steps: [nameless] }, { tools })).toMatchObject({
      ok: false,
      skipped: ["reference", "cycle"],
    });
    expect(checkPlan({ ...plan(), steps: { S1: step("S1") } })).toMatchObject({
      ok: false,
      errors: [{ gate: "schema", path: "/steps", message: "/steps must be an array, not an object." }],
      skipped: ["reference", "cycle", "worth"],
    });
    expect(checkPlan(null, { tools, riskRules: [], worth: false })).toMatchObject({
      skipped: ["reference", "cycle", "tool", "risk"],
    });
  });

  test("a list written as a text is a schema error and nothing else", () => {
    const wrong = { ...step("S2"), dependencies: "S1" };
    expect(errorsOf({ ...plan(), steps: [step("S1"), wrong] })).toMatchObject([
      { gate: "schema", path: "/steps/1/dependencies" },
    ]);
    const mixed = { ...step("S2"), dependencies: [1, "S9"] };
    expect(errorsOf({ ...plan(), steps: [step("S1"), mixed] })).toMatchObject([
      { gate: "schema", path: "/steps/1/dependencies/0" },
      { gate: "reference", path: "/steps/1/dependencies/1", names: ["S9"] },
    ]);
  });
});

describe("bounds of the contract", () => {
  const table: [string, unknown, object][] = [
    ["no steps", plan(), { path: "/steps", keyword: "minItems", limit: 1 }],
    [
      "21 steps",
      plan(...Array.from({ length: 21 }, (_, i) => step(`S${i + 1}`))),
      { path: "/steps", keyword: "maxItems", limit: 20 },
    ],
    ["a title of 81 emoji", plan(step("S1", { title: "🙂".repeat(81) })), { path: "/steps/0/title", limit: 80 }],
    ["an empty description", plan(step("S1", { description: "" })), { path: "/steps/0/description", limit: 1 }],
    [
      "a long result",
      plan(step("S1", { expected_output: `x ${"y".repeat(299)}` })),
      { path: "/steps/0/expected_output", limit: 300 },
    ],
    ["S0", plan(step("S0")), { path: "/steps/0/id", keyword: "pattern" }],
    ["S01", plan(step("S01")), { path: "/steps/0/id", keyword: "pattern" }],
    ["s1", plan(step("s1")), { path: "/steps/0/id", keyword: "pattern" }],
    ["a newline after the id", plan(step("S1\n")), { path: "/steps/0/id", keyword: "pattern" }],
    ["no criteria", { ...plan(step("S1")), completion_criteria: [] }, { path: "/completion_criteria", limit: 1 }],
    ["an empty objective", { ...plan(step("S1")), objective: "" }, { path: "/objective", limit: 1 }],
    ["a long objective", { ...plan(step("S1")), objective: "x".repeat(501) }, { path: "/objective", limit: 500 }],
    [
      "a level in another tongue",
      plan(step("S1", { risk_level: "高" as "high" })),
      { allowed: ["low", "medium", "high"] },
    ],
    ["a level in capitals", plan(step("S1", { risk_level: "High" as "high" })), { nearest: "high" }],
    [
      "a tool that is a number",
      plan({ ...step("S1"), tool_hint: 5 as unknown as null }),
      { message: "/steps/0/tool_hint must be a string or null, not a number." },
    ],
    ["an array", [plan(step("S1"))], { path: "", keyword: "type" }],
    ["null", null, { path: "", keyword: "type" }],
    ["an unknown field", { ...plan(step("S1")), cmd: "rm" }, { path: "", names: ["cmd"] }],
  ];
  test.each(table)("%s", (_, value, wanted) => {
    expect(errorsOf(value)).toContainEqual(expect.objectContaining({ gate: "schema", ...wanted }));
  });
});

describe("hostile plans", () => {
  test("names from Object.prototype are ids like any other that don't exist", () => {
    const found = errorsOf(planOf({ S1: ["__proto__", "constructor", "toString"] }));
    expect(found).toMatchObject([{ keyword: "unknown", names: ["__proto__", "constructor", "toString"] }]);
    const value = JSON.parse('{"__proto__":{"steps":[]},"objective":"x"}');
    expect(errorsOf(value).map(({ names }) => names?.[0])).toEqual(["steps", "completion_criteria", "__proto__"]);
    expect(({} as { steps?: unknown }).steps).toBeUndefined();
  });

  test("up to a hundred steps are looked into, twenty or not", () => {
    const runaway = plan(
      ...Array.from({ length: 100 }, (_, i) => step(`S${i + 1}`, { dependencies: i < 99 ? [`S${i + 2}`] : [] })),
    );
    const found = checkPlan(runaway, { order: "earlier" });
    expect(found).toMatchObject({ ok: false, complete: true, skipped: [] });
    if (!found.ok)
      expect(found.errors.map(({ gate }) => gate)).toEqual([
        "schema",
        ...Array.from({ length: 99 }, () => "reference"),
      ]);
    expect(checkPlan(plan(...runaway.steps, step("S101")))).toMatchObject({ skipped: ["reference", "cycle", "worth"] });
  });

  test("a million steps, a million dependencies, a megabyte of text, endless nesting: an answer, and soon", () => {
    const many = { ...plan(), steps: Array.from({ length: 1_000_000 }, () => null) };
    expect(checkPlan(many)).toMatchObject({ ok: false, skipped: ["reference", "cycle", "worth"] });
    const wide = plan(step("S1", { dependencies: Array.from({ length: 1_000_000 }, (_, i) => `S${i % 1000}`) }));
    expect(checkPlan(wide).ok).toBe(false);
    const text = `eyJ${"eyJ".repeat(300_000)} password is sk-${"sk-".repeat(10_000)} https://${"a:".repeat(10_000)}`;
    expect(checkPlan(plan(step("S1", { description: text, title: text }))).ok).toBe(false);
    let deep: unknown = "S1";
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(checkPlan({ ...plan(), steps: deep }).ok).toBe(false);
  });

  test("whatever JSON comes, it is an answer", () => {
    const field = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom("S1", "S2", null, ["S1"], ["S2", "S2"]));
    const anyStep = fc.record(
      {
        id: field,
        title: field,
        description: field,
        dependencies: field,
        tool_hint: field,
        expected_output: field,
        risk_level: field,
      },
      { requiredKeys: [] },
    );
    const anyPlan = fc.record(
      {
        objective: field,
        assumptions: field,
        steps: fc.oneof(field, fc.array(fc.oneof(anyStep, field))),
        completion_criteria: field,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anyPlan, (value) => {
        const result = checkPlan(value, { tools, order: "earlier", riskRules: [] });
        if (result.ok) return;
        expect(result.errors.length).toBeGreaterThan(0);
        for (const { message, path } of result.errors) {
          expect(message.endsWith(".")).toBe(true);
          expect(path === "" || path.startsWith("/")).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  [{ tools: ["a", "a"] }, "twice"],
  [{ tools: ["a,b"] }, "comma"],
  [{ tools: ["a\nTools: rm"] }, "control"],
  [{ tools: [""] }, "1 to 100"],
  [{ order: "any" as "dag" }, "`order` must be"],
  [{ riskRules: [{ pattern: "(", atLeast: "high" as const }] }, "riskRules[0].pattern"],
  [{ riskRules: [{ pattern: ["x"], atLeast: "huge" as "high" }] }, "atLeast"],
])("options that can't be used are thrown: %j", (options, part) => {
  expect(() => checkPlan(plan(step("S1")), options)).toThrowError(PlanOptionError);
  expect(() => checkPlan(plan(step("S1")), options)).toThrowError(part);
});
