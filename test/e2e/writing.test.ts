import { stripVTControlCharacters } from "node:util";
import { checkPlan } from "sluice/plan";
import { describe, expect, it } from "vitest";
import { type CliOptions, type CliRun, expectFault, file, jsonLines, person, sluice, sluiceHere } from "./cli.ts";
import { hasScript, onTerminal } from "./terminal.ts";

const goal = "Move our billing database to a new server without losing orders";

/** A run that several tests look at. */
function shared(args: readonly string[], options?: CliOptions): () => Promise<CliRun> {
  let run: Promise<CliRun> | undefined;
  return () => {
    run ??= sluice(args, options);
    return run;
  };
}

/** Two of the same seed. */
const eventful = shared(["plan", goal, "--seed", "1", "-o", "events"]);
const counted = shared(["plan", "--seed", "1", "--stats", "-o", "json"], { input: `${goal}\n` });

const textOf = (events: readonly Record<string, unknown>[]) =>
  events
    .filter(({ type }) => type === "text")
    .map(({ text }) => text)
    .join("");

describe("sluice plan", () => {
  it("prints just the plan with -o json, and the plan passes every rule", async () => {
    const run = await sluice(["plan", goal, "--tools", "sql,shell", "--seed", "1", "-o", "json"]);
    expect(run.stderr).toBe("");
    expect(run.code).toBe(0);
    expect(run.stdout.trimEnd()).not.toContain("\n");
    expect(checkPlan(JSON.parse(run.stdout), { tools: ["sql", "shell"], order: "earlier", request: goal }).ok).toBe(
      true,
    );
  });

  it("prints events a line each, in order, ending in the result", async () => {
    const run = await eventful();
    expect(run.code).toBe(0);
    const events = jsonLines(run.stdout);
    expect(events.at(-1)).toMatchObject({ type: "result", ok: true });
    expect(events.at(-2)).toMatchObject({ type: "end" });
    expect(JSON.parse(textOf(events))).toEqual(events.at(-1)!.value);
    for (const type of ["key", "value", "delta", "complete", "item", "document"]) {
      expect(events.some((event) => event.type === type)).toBe(true);
    }
  });

  it("reads the goal from standard input, and adds one JSON line of counts and times with --stats", async () => {
    const run = await counted();
    expect(run.code).toBe(0);
    const [stats] = jsonLines(run.stderr);
    const fields =
      "model constraint seed promptTokens tokens forced evaluations reevaluated rollbacks erased withheld loadMs firstTokenMs decodeMs finish";
    expect(Object.keys(stats!)).toEqual(fields.split(" "));
    expect(stats).toMatchObject({ model: "embedded", constraint: "mask", seed: 1, finish: "stop" });
    expect(stats!.tokens).toBeGreaterThan(50);
  });

  it("writes the same plan for the same seed, and another for another", async () => {
    const written = JSON.stringify(JSON.parse(textOf(jsonLines((await eventful()).stdout))));
    expect((await counted()).stdout).toBe(`${written}\n`);
    // What a seed gives is up to the processor's arithmetic, too: one in ten plans repeats a step, and breaks its contract.
    const others = await Promise.all(["8", "9"].map((seed) => sluice(["plan", goal, "--seed", seed, "-o", "json"])));
    const plans = others.filter(({ code }) => code === 0).map(({ stdout }) => stdout);
    expect(plans.length, others.map(({ stderr }) => stderr.slice(0, 200)).join("\n")).toBeGreaterThan(0);
    expect(plans).not.toContain(`${written}\n`);
  });

  it("is truncated, and says what to do, when the budget is too small", async () => {
    const run = await sluice(["plan", goal, "--seed", "1", "--max-tokens", "20", "-o", "json"]);
    expectFault(run, 1, /truncated: .*--max-tokens/);
    expect(run.stderr).toContain('"objective"');
  });

  it("stops cleanly at Ctrl-C with what was complete", async () => {
    const run = await sluice(["plan", goal, "--seed", "1", "-o", "events"], {
      interruptWhen: (stdout) => (stdout.includes('"S1"') ? "SIGINT" : undefined),
    });
    expect(run.code).toBe(130);
    const result = jsonLines(run.stdout).at(-1)!;
    expect(result).toMatchObject({ type: "result", ok: false, failure: { kind: "aborted" } });
    expect(result.partial).toHaveProperty("objective");
  });

  it.runIf(hasScript)("shows a plan growing on a terminal, and leaves only the plan", () => {
    const run = onTerminal("cols 80 rows 30", ["plan", goal, "--seed", "1"]);
    expect(run.status).toBe(0);
    expect(run.stdout).toMatch(/\x1b\[\d+A/);
    expect(run.stdout).toMatch(/tokens/);
    const shown = stripVTControlCharacters(run.stdout.slice(run.stdout.lastIndexOf("\x1b[J")));
    expect(shown).toMatch(/Done when/);
    expect(shown).toMatch(/S1 /);
    expect(run.stdout.lastIndexOf("\x1b[?25h")).toBeGreaterThan(run.stdout.lastIndexOf("\x1b[?25l"));
  });

  it.runIf(hasScript)("prints a plan on a terminal that nobody measured", () => {
    const run = onTerminal("cols 0 rows 0", ["plan", goal, "--seed", "2"]);
    expect(run.status).toBe(0);
    expect(run.stdout).toMatch(/Critical path/);
  });
});

describe("sluice generate", () => {
  it("warns of what was written and isn't quite what the value says", async () => {
    const schema = file("big.json", { type: "integer", minimum: 1e20, maximum: 9e20 });
    const run = await sluice(["generate", "-s", schema, "Count", "--seed", "1", "-o", "json"]);
    expect(run.stderr).toMatch(/^warning: number-precision at line 1, column 1: .*\n$/);
    expect(Number(run.stdout)).toBeGreaterThanOrEqual(1e20);
    expect(run.code).toBe(0);
  });

  it("writes a value of a schema", async () => {
    const schema = file("person.json", person);
    const run = await sluice(["generate", "-s", schema, "Ada Lovelace", "--seed", "5", "-o", "json"]);
    expect(run.stderr).toBe("");
    expect(Object.keys(JSON.parse(run.stdout))).toEqual(["name", "age"]);
    expect(run.code).toBe(0);
  });

  it("ends like any other run when its checks leave no way on: a last event, the counts, exit code 1", async () => {
    const schema = file("stuck.json", {
      type: "array",
      items: { type: "boolean" },
      maxItems: 2,
      not: { minItems: 0, if: true },
    });
    const args = ["generate", "-s", schema, "x", "--seed", "1", "--stats"];
    const run = await sluice([...args, "-o", "events"]);
    expect(run.code).toBe(1);
    expect(jsonLines(run.stdout).at(-1)).toMatchObject({ type: "result", ok: false, failure: { kind: "stuck" } });
    const [stats] = jsonLines(run.stderr);
    expect(stats).toMatchObject({ finish: "stuck", tokens: 0 });
    for (const count of ["evaluations", "rollbacks", "erased"]) expect(stats![count], count).toBeGreaterThan(0);
    const text = await sluice([...args, "-o", "json"]);
    expect(text.stderr).toMatch(/^stuck: .*--seed/);
    expect(jsonLines(text.stderr.split("\n").slice(1).join("\n"))[0]).toMatchObject({ finish: "stuck" });
    expectFault(text, 1, /stuck/);
  });

  it.each([
    ["a model that isn't there", ["-m", "/no/such.gguf"], "model-not-found", { seed: null, promptTokens: 0 }],
    ["a prompt that's too long", ["-c", "16", "--seed", "4"], "prompt-too-long", { seed: 4 }],
  ] as const)("ends like any other run when the engine fails: %s", async (_, flags, code, counts) => {
    const schema = file("person.json", person);
    const run = await sluice([
      "generate",
      "-s",
      schema,
      "Ada Lovelace ".repeat(20),
      "-o",
      "events",
      "--stats",
      ...flags,
    ]);
    expect(run.code).toBe(3);
    expect(jsonLines(run.stdout)).toMatchObject([{ type: "result", ok: false, failure: { kind: "engine", code } }]);
    const [fault, stats] = run.stderr.trimEnd().split("\n");
    expect(fault).toMatch(/^error: /);
    expect(JSON.parse(stats!)).toMatchObject({ finish: "failed", tokens: 0, ...counts });
  });

  it("refuses a schema it can't keep, naming keyword and path, before a model is loaded", async () => {
    const schema = file("bad.json", { type: "object", properties: { a: { type: "text" } } });
    expectFault(await sluiceHere(["generate", "-s", schema, "x", "-m", "/no/such.gguf"]), 2, /properties\/a/);
  });

  it("says which file is missing or isn't JSON", async () => {
    expectFault(await sluiceHere(["generate", "-s", file("none.json"), "x"]), 2, /none\.json: there is no such file/);
    expectFault(
      await sluiceHere(["generate", "-s", file("broken.json", "{"), "x"]),
      2,
      /broken\.json:1:2: This isn't JSON/,
    );
  });
});
