import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { expectFault, file, person, sluice, sluiceHere } from "./cli.ts";
import { hasScript, onTerminal } from "./terminal.ts";

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
    const list = { input: '{"type": "array", "items": {"type": "string"}}' };
    const capped = await sluice(["compile", "--max-items", "none", "--max-string-length", "5"], list);
    expect(capped.stdout).toMatch(/\{0,5\}.*/);
    expect(capped.stdout).not.toMatch(/255|1999/);
    expectFault(await sluice(["compile", "--max-items", "1.5"], list), 2, /--max-items takes a whole number/);
    expectFault(await sluice(["compile", "--max-size", "40"], list), 2, /limit is 40.*maxSize \(--max-size\)/);
    expectFault(await sluice(["compile"], { input: "null" }), 2, /schema/);
    expectFault(await sluice(["compile"], { input: '{"$ref": "https://example.com/other.json"}' }), 2, /\$ref/);
  });

  it("asserts formats unless told that they say nothing", async () => {
    const input = '{"type": "string", "format": "date", "maxLength": 30}';
    const report = async (...args: string[]) => (await sluice(["compile", "-o", "report", ...args], { input })).stdout;
    expect(await report()).toMatch(/^grammar +\/format$/m);
    expect(await report("--formats", "annotate")).toMatch(/^annotation +\/format/m);
    expectFault(await sluice(["compile", "--formats", "no"], { input }), 2, /assert, annotate/);
    const schema = file("date.json", input);
    expect((await sluice(["extract", "-s", schema], { input: '"soon"' })).code).toBe(1);
    const taken = await sluice(["extract", "-s", schema, "--formats", "annotate"], { input: '"soon"' });
    expect(taken).toMatchObject({ code: 0, stdout: '"soon"\n' });
  });

  it("and every command that takes a schema says where in its file a fault is", async () => {
    const text = file("fault.json", '{\n  "type": "object",\n  "properties": {"model": {"type": "strin"}}\n}');
    const says = /fault\.json:3:28: `type` at \/properties\/model\/type must be/;
    expectFault(await sluice(["compile", text]), 2, says);
    expectFault(await sluiceHere(["generate", "x", "--schema", text]), 2, says);
    expectFault(await sluice(["extract", "--schema", text], { input: "{}" }), 2, /fault\.json:3:2[0-9]: /);
    // Names of a schema stay as they are, though they're options as well.
    expectFault(
      await sluice(["compile"], { input: '{"$ref": "#/model"}' }),
      2,
      /^error: Standard input:1:2: .*no `model` at/s,
    );
    const broken = file("broken.json", "{\n  'type': 1}");
    const unread = /broken\.json:2:3: This isn't JSON: Unexpected "'" (?!.*repair)/;
    expectFault(await sluice(["compile", broken]), 2, unread);
    expectFault(await sluiceHere(["generate", "x", "-s", broken]), 2, unread);
    expectFault(await sluice(["extract", "-s", broken]), 2, unread);
    const twice = file("twice.json", '{"type": "string",\n "type": "null"}');
    expect(await sluice(["compile", twice])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^root/),
      stderr: `warning: ${twice}:2:2: /type is there twice; the last one counts.\n`,
    });
    const long = file("long.json", '{"type": "integer", "minimum": 0,\n"maximum": 9223372036854775807}');
    expect((await sluice(["compile", long])).stderr).toBe(
      `warning: ${long}:2:1: /maximum has more digits than a double holds; another number is read.\n`,
    );
    // Where nothing fits, the first of the keywords that contradict each other.
    const none = file("none-fits.json", '{"type": "string",\n"minLength": 3, "maxLength": 2}');
    expectFault(await sluice(["compile", none]), 2, /none-fits\.json:2:1: No value fits this schema: \/minLength/);
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

  it.runIf(hasScript).each([0, 1, 3])("prints it on a terminal of %i columns", (columns) => {
    const run = onTerminal(`cols ${columns}`, ["check", file("plan.json", plan)]);
    expect(run.status).toBe(0);
    // Nothing is lost, however it's broken into lines.
    expect(stripVTControlCharacters(run.stdout).replace(/\s/g, "")).toContain("Copytheorderstable");
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
    [["plan", "x", "--temperature", "11"], /--temperature takes a number, 0 to 10/],
    [["plan", "x", "--seed", "4294967295"], /--seed takes a whole number/],
    [["plan", "x", "--threads", "5000"], /--threads is 5000\. Use a whole number from 1 to 1024/],
    [["plan", "x", "--tools", "a".repeat(5000)], /^.{50,250}$/m],
    [["generate", "x"], /--schema/],
    [["models", "list", "extra"], /too many arguments.*\n\(see sluice models list --help\)/],
    [["models", "list", "--nonsense"], /--nonsense.*\n\(see sluice models list --help\)/],
    [["models", "list", "-o", "yaml"], /yaml.*\n\(see sluice models list --help\)/],
    [["models", "pull"], /'name'\n\(see sluice models pull --help\)/],
    [["models", "path", "a", "b"], /too many arguments.*\n\(see sluice models path --help\)/],
    [["models", "fetch"], /fetch.*\n\(see sluice models --help\)/],
  ])("%j exits with 2 and says why", async (args, says) => {
    expectFault(await sluiceHere(args), 2, says);
  });

  it("ends a process that already opens the native library, too", async () => {
    expectFault(await sluice(["plan", "x", "--tempo", "1"]), 2, /--tempo/);
    expectFault(await sluice(["models", "list", "extra"]), 2, /too many arguments/);
  });

  it("a model that isn't one exits with 3", async () => {
    expectFault(await sluice(["plan", "x", "-m", "/no/such.gguf"]), 3, /no\/such\.gguf doesn't exist/);
    expectFault(await sluiceHere(["plan", "x", "-m", file("text.gguf", "hello there, not a model")]), 3, /GGUF/);
    expectFault(await sluiceHere(["plan", "x", "--build", "metal"]), 3, /metal/);
  });

  it("help and version exit with 0", async () => {
    const help = await sluice(["--help"]);
    expect(help.code).toBe(0);
    expect(help.stdout).toMatch(/Exit codes:/);
    expect(help.stdout).toMatch(/^ +130 .*Ctrl-C or SIGTERM$/m);
    expect((await sluice(["plan", "--help"])).stdout).toMatch(/Examples:/);
    expect((await sluice(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
