import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { checkPlan } from "sluice/plan";
import { afterAll, describe, expect, it } from "vitest";
import { jsonLines, sluice } from "./cli.ts";

const folder = mkdtempSync(join(tmpdir(), "sluice-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const goal = "Move our billing database to a new server without losing orders";
const person = {
  type: "object",
  properties: { name: { type: "string", maxLength: 20 }, age: { type: "integer", minimum: 0, maximum: 130 } },
  required: ["name", "age"],
  additionalProperties: false,
};

/** What every failure looks like: a sentence on stderr, nothing on stdout, no stack. */
function expectFault(run: { code: number | null; stdout: string; stderr: string }, code: number, says: RegExp): void {
  expect(run.stderr).toMatch(says);
  expect(run.stderr).not.toMatch(/\n\s+at /);
  expect(run.stdout).toBe("");
  expect(run.code).toBe(code);
}

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
    const run = await sluice(["plan", goal, "--seed", "1", "-o", "events"]);
    expect(run.code).toBe(0);
    const events = jsonLines(run.stdout);
    expect(events.at(-1)).toMatchObject({ type: "result", ok: true });
    expect(events.at(-2)).toMatchObject({ type: "end" });
    const text = events.filter(({ type }) => type === "text").map((event) => event.text);
    expect(JSON.parse(text.join(""))).toEqual(events.at(-1)!.value);
    for (const type of ["key", "value", "delta", "complete", "item", "document"]) {
      expect(events.some((event) => event.type === type)).toBe(true);
    }
  });

  it("writes the same plan for the same seed, and another for another", async () => {
    const [a, b, c] = await Promise.all(
      ["7", "7", "8"].map((seed) => sluice(["plan", goal, "--seed", seed, "-o", "json"])),
    );
    expect(a!.stdout).toBe(b!.stdout);
    expect(a!.stdout).not.toBe(c!.stdout);
  });

  it("adds one JSON line of counts and times with --stats", async () => {
    const run = await sluice(["plan", goal, "--seed", "3", "--stats", "-o", "json"]);
    const [stats] = jsonLines(run.stderr);
    const fields =
      "model constraint seed promptTokens tokens forced evaluations reevaluated rollbacks loadMs firstTokenMs decodeMs finish";
    expect(Object.keys(stats!)).toEqual(fields.split(" "));
    expect(stats).toMatchObject({ model: "embedded", constraint: "gbnf", seed: 3, finish: "stop" });
    expect(stats!.tokens).toBeGreaterThan(50);
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

  it("reads the goal from standard input", async () => {
    const run = await sluice(["plan", "-o", "json", "--seed", "1"], { input: `${goal}\n` });
    expect(run.code).toBe(0);
  });

  it("shows a plan growing on a terminal, and leaves only the plan", () => {
    const bin = fileURLToPath(new URL("../../bin/sluice.js", import.meta.url));
    const command = `stty cols 80 rows 30; ${process.execPath} ${bin} plan '${goal}' --seed 1`;
    const run = spawnSync("script", ["-qec", command, "/dev/null"], {
      encoding: "utf8",
      env: { ...process.env, TERM: "xterm" },
    });
    if (run.error) {
      console.warn("SKIPPED: the live view needs the `script` command (util-linux)");
      return;
    }
    expect(run.status).toBe(0);
    expect(run.stdout).toMatch(/\x1b\[\d+A/);
    expect(run.stdout).toMatch(/tokens/);
    const shown = stripVTControlCharacters(run.stdout.slice(run.stdout.lastIndexOf("\x1b[J")));
    expect(shown).toMatch(/Done when/);
    expect(shown).toMatch(/S1 /);
    expect(run.stdout.lastIndexOf("\x1b[?25h")).toBeGreaterThan(run.stdout.lastIndexOf("\x1b[?25l"));
  });
});

describe("sluice generate", () => {
  it("writes a value of a schema", async () => {
    const schema = file("person.json", person);
    const run = await sluice(["generate", "-s", schema, "Ada Lovelace", "--seed", "5", "-o", "json"]);
    expect(run.stderr).toBe("");
    expect(Object.keys(JSON.parse(run.stdout))).toEqual(["name", "age"]);
    expect(run.code).toBe(0);
  });

  it("refuses a schema it can't keep, naming keyword and path, before a model is loaded", async () => {
    const schema = file("bad.json", { type: "object", properties: { a: { type: "text" } } });
    expectFault(await sluice(["generate", "-s", schema, "x", "-m", "/no/such.gguf"]), 2, /properties\/a/);
  });

  it("says which file is missing or isn't JSON", async () => {
    expectFault(
      await sluice(["generate", "-s", join(folder, "none.json"), "x"]),
      2,
      /none\.json: there is no such file/,
    );
    expectFault(await sluice(["generate", "-s", file("broken.json", "{"), "x"]), 2, /broken\.json isn't JSON/);
  });
});

describe("sluice extract", () => {
  const reply = 'Sure! Use {braces}.\n```json\n{"a": [1, 2]}\n```\nand {"b": true}';

  it("prints the first document, or all of them", async () => {
    expect(await sluice(["extract"], { input: reply })).toEqual({ code: 0, stdout: '{"a":[1,2]}\n', stderr: "" });
    expect((await sluice(["extract", "--select", "all"], { input: reply })).stdout).toBe('{"a":[1,2]}\n{"b":true}\n');
  });

  it("reads a file, and prints events or a report", async () => {
    const path = file("reply.txt", reply);
    const events = jsonLines((await sluice(["extract", path, "-o", "events"])).stdout);
    expect(events.map(({ type }) => type)).toContain("item");
    const [report] = jsonLines((await sluice(["extract", path, "-o", "report"])).stdout);
    expect(report).toMatchObject({
      status: "complete",
      documents: [{ value: { a: [1, 2] }, wrapper: "fence", tag: "json" }],
    });
  });

  it("never prints what was cut off", async () => {
    expectFault(await sluice(["extract"], { input: '{"a": [1, 2' }), 1, /truncated/);
    expectFault(await sluice(["extract"], { input: "nothing here" }), 1, /none/);
    const lossy = await sluice(["extract"], { input: '{"a": 1e400}' });
    expect(lossy.stderr).toMatch(/warning: number-precision at line 1/);
    expectFault(await sluice(["extract"], { input: '{"a": 1, "b": tru}' }), 1, /error: .*(line|column)/);
  });
});

describe("sluice compile", () => {
  it("prints a grammar, or how each keyword is kept", async () => {
    const path = file("person2.json", person);
    const grammar = await sluice(["compile", path]);
    expect(grammar.stdout).toMatch(/^root ::= /);
    expect(grammar.code).toBe(0);
    const report = await sluice(["compile", path, "-o", "report"]);
    expect(report.stdout).toMatch(/^grammar +\/properties\/name\/maxLength/m);
    const both = JSON.parse((await sluice(["compile", "-o", "json"], { input: JSON.stringify(person) })).stdout);
    expect(both.grammar).toBe(grammar.stdout);
  });

  it("refuses what isn't a schema, and what it can't keep, with exit code 2", async () => {
    expectFault(await sluice(["compile"], { input: "null" }), 2, /schema/);
    expectFault(await sluice(["compile"], { input: '{"$ref": "https://example.com/other.json"}' }), 2, /\$ref/);
  });
});

describe("sluice check", () => {
  const step = {
    id: "S1",
    title: "Copy the orders table",
    description: "Copy the orders table to the new server",
    expected_output: "Row counts match on both servers",
  };
  const plan = { objective: "The orders live on the new server", steps: [step], completion_criteria: ["Counts match"] };

  it("passes a good plan and prints it", async () => {
    const run = await sluice(["check", file("plan.json", plan)]);
    expect(run.stdout).toContain("Copy the orders table");
    expect(run.code).toBe(0);
  });

  it("names every fault of a bad one", async () => {
    const bad = { ...plan, steps: [{ ...step, dependencies: ["S9"], tool_hint: "sqll" }] };
    const run = await sluice(["check", "--tools", "sql,shell"], { input: JSON.stringify(bad) });
    expect(run.stdout).toMatch(/reference: .*S9/);
    expect(run.stdout).toMatch(/tool: .*sql/);
    expect(run.code).toBe(1);
  });
});

describe("sluice models and doctor", () => {
  it("lists models, finds them, and says when one isn't known", async () => {
    const models = JSON.parse((await sluice(["models", "list", "-o", "json"])).stdout) as {
      name: string;
      present: boolean;
    }[];
    expect(models.map(({ name }) => name)).toEqual(expect.arrayContaining(["embedded", "smollm2-135m"]));
    expect((await sluice(["models", "path"])).stdout).toMatch(/embedded\.gguf\n$/);
    expectFault(await sluice(["models", "pull", "no-such-model"]), 3, /no-such-model/);
  });

  it("says what works here", async () => {
    const run = await sluice(["doctor", "-o", "json"]);
    expect(run.code).toBe(0);
    const report = JSON.parse(run.stdout);
    expect(report.model).toMatchObject({ model: "embedded", loads: true });
    expect(report.builds.find(({ build }: { build: string }) => build === "cpu").usable).toBe(true);
  });
});

describe("wrong use", () => {
  it.each([
    [["plann"], /plann/],
    [["plan", "x", "--tempo", "1"], /--tempo/],
    [["plan", "x", "--seed", "many"], /--seed takes a whole number/],
    [["plan", "x", "--constraint", "maybe"], /gbnf, none/],
    [["plan", ""], /goal is empty/],
    [["plan", "x", "--tools", "a,a"], /a/],
    [["plan", "x", "--temperature", "0x10"], /--temperature takes a number/],
    [["extract", "--allow", "everything"], /single-quote/],
    [["generate", "x"], /--schema/],
    [["extract", "/no/such/file"], /no such file/],
  ])("%j exits with 2 and says why", async (args, says) => {
    expectFault(await sluice(args), 2, says);
  });

  it("a model that isn't one exits with 3", async () => {
    expectFault(await sluice(["plan", "x", "-m", "/no/such.gguf"]), 3, /no\/such\.gguf doesn't exist/);
    expectFault(await sluice(["plan", "x", "-m", file("text.gguf", "hello there, not a model")]), 3, /GGUF/);
    expectFault(await sluice(["plan", "x", "--build", "metal"]), 3, /metal/);
  });

  it("help and version exit with 0", async () => {
    const help = await sluice(["--help"]);
    expect(help.code).toBe(0);
    expect(help.stdout).toMatch(/Exit codes:/);
    expect((await sluice(["plan", "--help"])).stdout).toMatch(/Examples:/);
    expect((await sluice(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
