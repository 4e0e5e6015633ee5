import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { expectFault, file, jsonLines, person, sluice } from "./cli.ts";

const bin = fileURLToPath(new URL("../../bin/sluice.js", import.meta.url));
const reply = 'Sure! Use {braces}.\n```json\n{"a": [1, 2]}\n```\nand {"b": true}';
const people = '{"name":"Ada","age":"36"} or [{"x":1}], no: {"name":"Bea","age":41} {"name":"Cy"}';
const schema = file("person.json", person);

describe("sluice extract", () => {
  it("prints the document that's asked for, or all of them", async () => {
    const printed = async (...args: string[]) => {
      const run = await sluice(["extract", ...args], { input: reply });
      expect(run).toMatchObject({ code: 0, stderr: "" });
      return run.stdout;
    };
    expect(await printed()).toBe('{"a":[1,2]}\n');
    expect(await printed("--select", "last")).toBe('{"b":true}\n');
    expect(await printed("--select", "all")).toBe('{"a":[1,2]}\n{"b":true}\n');
  });

  it("prints events or a report, from a file too", async () => {
    const path = file("reply.txt", reply);
    const { stdout } = await sluice(["extract", path, "-o", "events"]);
    const events = jsonLines(stdout);
    expect(events.map(({ type }) => type)).toEqual(
      "value key value value complete item value complete item complete complete document end".split(" "),
    );
    // What was told before isn't told again.
    expect(events.filter((event) => event.kind === "array" && "value" in event)).toEqual([]);
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
    expectFault(await sluice(["extract", "--select", "last"], { input: '{"a": 1} {"b": [' }), 1, /truncated/);
  });

  it("takes nothing from reasoning that ends long after", async () => {
    const input = `{"a":0} ${"so it goes ".repeat(20_000)}</think>{"a":1}`;
    for (const select of ["first", "last", "all"]) {
      const run = await sluice(["extract", "--select", select], { input });
      expect(run).toMatchObject({ code: 0, stdout: '{"a":1}\n' });
    }
    // By then, what stood in it was printed: that's said.
    const late = `{"a":0} ${"so it goes ".repeat(200_000)}</think>{"a":1}`;
    const run = await sluice(["extract", "--select", "all"], { input: late });
    expect(run).toMatchObject({ code: 1, stdout: '{"a":0}\n{"a":1}\n' });
    expect(run.stderr).toMatch(/withdrawn: 1 document printed above stood in reasoning/);
    const report = await sluice(["extract", "--select", "all", "-o", "report"], { input: late });
    expect(JSON.parse(report.stdout)).toMatchObject({ status: "complete", withdrawn: 1, documents: [{}, {}] });
  });
});

describe("sluice extract --schema", () => {
  it("judges the document: faults are listed with their path, and it isn't printed", async () => {
    expectFault(await sluice(["extract", "-s", schema], { input: people }), 1, /\/age must be an integer/);
    const all = await sluice(["extract", "-s", schema, "--select", "all"], { input: people });
    expect(all.stdout).toBe('{"name":"Bea","age":41}\n');
    expect(all.stderr.match(/^invalid: .*breaks the schema/gm)).toHaveLength(3);
    expect(all.code).toBe(1);
  });

  it("takes the first document that satisfies it", async () => {
    const args = ["extract", "-s", schema, "--select", "schema"];
    expect(await sluice(args, { input: people })).toMatchObject({ code: 0, stdout: '{"name":"Bea","age":41}\n' });
    const none = await sluice(args, { input: '[{"x":1}] {"name":"Ada"}' });
    expectFault(none, 1, /none: 2 documents found, but none .*\n {2}The document must have the property "age"/);
  });

  it("converts in lenient mode, where it asks for it, and says so", async () => {
    const run = await sluice(["extract", "-s", schema, "--lenient"], { input: people });
    expect(run).toMatchObject({ code: 0, stdout: '{"name":"Ada","age":36}\n' });
    expect(run.stderr).toMatch(/repaired: type at line 1, column 21/);
    const untouched = await sluice(["extract", "--lenient"], { input: people });
    expect(untouched).toMatchObject({ code: 0, stdout: '{"name":"Ada","age":"36"}\n' });
  });

  it("shows in a report and in events what's wrong, and how far it is", async () => {
    const reported = await sluice(["extract", "-s", schema, "-o", "report", "--select", "all"], { input: people });
    expect(reported.code).toBe(1);
    expect(JSON.parse(reported.stdout)).toMatchObject({
      status: "complete",
      valid: false,
      documents: [
        { errors: [{ path: "/age", keyword: "type" }] },
        { value: [{ x: 1 }], errors: [{ path: "", keyword: "type" }] },
        { value: { name: "Bea" }, errors: [] },
        { errors: [{ path: "", keyword: "required" }] },
      ],
    });
    const told = await sluice(["extract", "-s", schema, "-o", "events"], { input: people });
    expect(told.code).toBe(1);
    const events = jsonLines(told.stdout);
    expect(events).toContainEqual({ type: "progress", pct: 100 });
    expect(events.at(-2)).toMatchObject({ type: "invalid", document: 0, errors: [{ path: "/age" }] });
    const refused = await sluice(["extract", "-s", schema, "-o", "report", "--select", "schema"], { input: "{}" });
    expect(JSON.parse(refused.stdout)).toMatchObject({ status: "none", valid: false, refused: 1, documents: [] });
  });

  it("changes nothing: a default isn't filled in", async () => {
    const path = file("default.json", { type: "object", properties: { a: { default: 1 } }, required: ["b"] });
    expect((await sluice(["extract", "-s", path], { input: '{"b":2}' })).stdout).toBe('{"b":2}\n');
  });
});

describe("sluice extract, used wrongly", () => {
  it.each<[readonly string[], RegExp]>([
    [["--select", "schema"], /--schema/],
    [["--schema", "-"], /standard input/],
    [["--schema", file("no-such.json")], /no such file/],
    [["--schema", file("text.json", "hello")], /isn't JSON/],
    [["--schema", file("odd.json", { type: "text" })], /type/],
    [["--allow", "everything"], /single-quote/],
    [["/no/such/file"], /no such file/],
    [["--limit", "0"], /--limit takes a whole number/],
    [[fileURLToPath(new URL(".", import.meta.url))], /it is a folder/],
  ])("%j exits with 2 and says why", async (args, says) => {
    expectFault(await sluice(["extract", ...args], { input: reply }), 2, says);
  });

  it("a folder as standard input exits with 2 and says so", async () => {
    const folder = openSync(fileURLToPath(new URL(".", import.meta.url)), "r");
    const child = spawn(process.execPath, [bin, "extract"], { stdio: [folder, "pipe", "pipe"] });
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const [code] = await once(child, "close");
    closeSync(folder);
    expectFault({ code, stdout: "", stderr }, 2, /^error: Cannot read standard input: it is a folder\.\n$/);
  });
});

describe("sluice extract, of text without an end", () => {
  const line = '{"id":1,"name":"Ada Lovelace","tags":["a","b"],"done":true}\n';

  it("keeps no document that's printed", async () => {
    // All of the values together take five times as much.
    const env = { NODE_OPTIONS: "--max-old-space-size=40" };
    const count = 400_000;
    const run = await sluice(["extract", "--select", "all"], { input: line.repeat(count), env });
    expect(run.stderr).toBe("");
    expect(run.stdout.length).toBe(line.length * count);
  });

  it("reads no further than what's printed is taken", async () => {
    const child = spawn(process.execPath, [bin, "extract", "--select", "all"], { stdio: ["pipe", "pipe", "inherit"] });
    const piece = line.repeat(1000);
    let taken = 0;
    const text = function* () {
      while (taken < 1000) {
        taken++;
        yield piece;
      }
    };
    Readable.from(text()).pipe(child.stdin);
    child.stdin.on("error", () => {});
    const aMoment = () => new Promise((resolve) => setTimeout(resolve, 500));
    // Until it has begun, and comes no further.
    while (taken < 10) await aMoment();
    for (let before = 0; taken > before; await aMoment()) before = taken;
    // A megabyte is held, as much is on its way.
    expect(taken).toBeLessThan(200);
    child.kill();
    await once(child, "close");
  });

  it("leaves the text without a word when it has what it needs", async () => {
    for (const rest of ["é".repeat(1e6), `${"é".repeat(1e6)}${"a".repeat(1e6)}`]) {
      expect(await sluice(["extract"], { input: `{"a":1}${rest}` })).toEqual({
        code: 0,
        stdout: '{"a":1}\n',
        stderr: "",
      });
    }
  });

  it("a document that's too long is an error that says how to have it", async () => {
    const long = `{"a":"${"x".repeat(3e6)}"}`;
    expectFault(await sluice(["extract"], { input: long }), 1, /Document too long .*--limit raises it/);
    const whole = await sluice(["extract", "--limit", "4000000"], { input: long });
    expect(whole).toMatchObject({ code: 0, stderr: "" });
    expect(whole.stdout).toBe(`${long}\n`);
    // Events need no value, so no limit.
    const events = await sluice(["extract", "-o", "events", "--limit", "100"], { input: `[${"1,".repeat(1000)}0]` });
    expect(events.code).toBe(0);
  });
});
