import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { lintRules } from "../../src/lint/index.ts";
import { expectFault, file, person, sluice } from "./cli.ts";

const open = file(
  "open.json",
  '{\n  "type": "object",\n  "properties": {\n    "tags": { "type": "array", "items": { "enum": ["a"] } }\n  }\n}\n',
);
const broken = file("broken.json", '{\n  "type": "strin"\n}');
const good = file("good.json", person);

describe("sluice lint", () => {
  it("prints findings with their place, advice once, and counts", async () => {
    const { code, stdout, stderr } = await sluice(["lint", open]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/open\.json\n {2}1:1 +warning open-object +\(root\) This object/);
    expect(stdout).toMatch(/4:5 +warning unbounded-array +\/properties\/tags This array has no `maxItems`\./);
    expect(stdout).toMatch(/4:5 +note +missing-description/);
    expect(stdout.match(/unbounded-array: Set `maxItems`\./g)).toHaveLength(1);
    expect(stdout).toMatch(/\n0 errors, 2 warnings, 1 note in 1 schema\n$/);
  });

  it("fails at the severity that's asked for", async () => {
    const codeOf = async (...args: string[]) => (await sluice(["lint", ...args])).code;
    expect(await codeOf(open, "--fail-on", "warning")).toBe(1);
    expect(await codeOf(broken)).toBe(1);
    expect(await codeOf(broken, "--fail-on", "never")).toBe(0);
    expect(await codeOf(good, "--fail-on", "warning")).toBe(0);
    expect(await codeOf(good, "--fail-on", "note")).toBe(1);
    expect(await codeOf(good, "--fail-on", "note", "--off", "missing-description,vague-name")).toBe(0);
    expect(await codeOf(open, "--fail-on", "warning", "--rule", "free-string", "--rule", "cost")).toBe(0);
  });

  it("says what it can't read, what it leaves out, and when there's nothing to look by", async () => {
    const latin = file("latin.json", Buffer.from('{"enum": ["caf\xe9"]}', "latin1"));
    expectFault(await sluice(["lint", latin]), 2, /latin\.json isn't UTF-8: byte 14 can't be there/);
    const wide = file("wide.json", Buffer.from('\ufeff{"type": "null"}', "utf16le"));
    expectFault(await sluice(["compile", wide]), 2, /wide\.json isn't UTF-8 but UTF-16/);
    const marked = file("marked.json", `\ufeff${JSON.stringify({ type: "integer", minimum: 1, maximum: 2 })}`);
    expect((await sluice(["compile", marked])).code).toBe(0);
    const elsewhere = file("elsewhere.json", '{"$schema": "https://example.org/mine", "type": "null"}');
    expect(await sluice(["lint", elsewhere])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("invalid-schema"),
    });
    const names = Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`p${i}`, { type: "string" }]));
    const many = await sluice(["lint", file("many.json", JSON.stringify({ type: "object", properties: names }))]);
    expect(many.stdout).toMatch(/ in 1 schema, and \d+ more that aren't shown\n$/);
    expectFault(await sluice(["lint", good, "--rule="]), 2, /--rule names no rule/);
    expectFault(await sluice(["lint", good, "--rule", "cost", "--off", "cost"]), 2, /No rule is left/);
  });

  it("reads standard input, several files, and folders", async () => {
    const folder = join(dirname(open), "schemas");
    for (const name of ["b.json", "a/c.json", "a/no.txt", "node_modules/d.json", ".git/e.json"]) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), '{"type": "integer"}');
    }
    const filesOf = async (args: readonly string[], input?: string) => {
      const { stdout } = await sluice(["lint", "-o", "json", ...args], input === undefined ? {} : { input });
      return (JSON.parse(stdout) as { file: string; findings: { rule: string }[] }[]).map((one) => [
        one.file,
        one.findings[0]?.rule,
      ]);
    };
    expect(await filesOf([], '{"type": "integer"}')).toEqual([["stdin", "unbounded-number"]]);
    expect(await filesOf([folder, broken, broken])).toEqual([
      [join(folder, "a/c.json"), "unbounded-number"],
      [join(folder, "b.json"), "unbounded-number"],
      [broken, "invalid-schema"],
    ]);
    expect(await filesOf(["-"], "no")).toEqual([["stdin", "not-json"]]);
  });

  it("takes each file once, whatever it's called, and follows links to files", async () => {
    const folder = join(dirname(open), "names");
    mkdirSync(join(folder, ".hidden"), { recursive: true });
    for (const name of ["A.JSON", ".b.json", ".hidden/c.json", "d.jsonc"]) writeFileSync(join(folder, name), "{}");
    symlinkSync("A.JSON", join(folder, "z.json"));
    symlinkSync(folder, join(folder, "loop.json"));
    symlinkSync(good, join(folder, "link.json"));
    symlinkSync("nowhere", join(folder, "dead.json"));
    const { code, stdout, stderr } = await sluice([
      "lint",
      "-o",
      "json",
      folder,
      `${folder}/./A.JSON`,
      `${folder}/../names`,
    ]);
    const files = (JSON.parse(stdout) as { file: string; unread?: string }[]).map(({ file, unread }) => [
      file.slice(folder.length + 1),
      unread !== undefined,
    ]);
    expect(files).toEqual([
      [".b.json", false],
      ["A.JSON", false],
      ["dead.json", true],
      ["link.json", false],
    ]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: Cannot read .*dead\.json: there is no such file\.\n$/),
    ]);
  });

  it("looks at all that can be read, and says what can't", async () => {
    const none = file("none.json");
    const hollow = join(dirname(open), "hollow");
    mkdirSync(hollow);
    const latin = file("latin1.json", Buffer.from([0x22, 0xe9, 0x22]));
    const args = ["lint", none, open, hollow, latin, broken, "--fail-on", "never"];
    const text = await sluice(args);
    expect(text.code).toBe(2);
    expect(text.stdout).toMatch(/open\.json\n.*broken\.json\n.* in 2 schemas\n$/s);
    expect(text.stderr.split("\n").map((line) => line.replace(/\S*\//g, ""))).toEqual([
      "error: There is no .json file in the folder hollow.",
      "error: Cannot read none.json: there is no such file.",
      "error: latin1.json isn't UTF-8: byte 1 can't be there. Save it as UTF-8.",
      "",
    ]);
    const [{ invocations, artifacts, results }] = JSON.parse((await sluice([...args, "-o", "sarif"])).stdout).runs;
    expect(invocations).toMatchObject([
      { executionSuccessful: false, toolExecutionNotifications: [{ level: "error" }, {}, {}] },
    ]);
    expect(artifacts).toHaveLength(5);
    expect(results.length).toBeGreaterThan(1);
    const endless = await sluice(["lint", "/dev/zero", open]);
    expect([endless.code, endless.stderr]).toEqual([
      2,
      expect.stringMatching(/zero is larger than 64 MB: no schema is/),
    ]);
    expect(endless.stdout).toMatch(/ in 1 schema\n$/);
  });

  it("writes SARIF", async () => {
    const { code, stdout } = await sluice(["lint", open, broken, "-o", "sarif"]);
    expect(code).toBe(1);
    const { version, runs } = JSON.parse(stdout);
    const [{ tool, columnKind, artifacts, results }] = runs;
    expect({ version, columnKind, runs: runs.length }).toEqual({
      version: "2.1.0",
      columnKind: "utf16CodeUnits",
      runs: 1,
    });
    expect(tool.driver).toMatchObject({ name: "sluice", version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(lintRules.map(({ id }) => id));
    for (const { help, shortDescription, defaultConfiguration } of tool.driver.rules) {
      expect(help.text.length * shortDescription.text.length).toBeGreaterThan(0);
      expect(["error", "warning", "note"]).toContain(defaultConfiguration.level);
    }
    expect(artifacts.map(({ location }: { location: { uri: string } }) => location.uri)).toEqual([
      `file://${open}`,
      `file://${broken}`,
    ]);
    expect(runs[0].invocations).toEqual([{ executionSuccessful: true }]);
    for (const { ruleId, ruleIndex, level, message, locations } of results) {
      expect(tool.driver.rules[ruleIndex]).toMatchObject({ id: ruleId, defaultConfiguration: { level } });
      expect(message.text).not.toBe("");
      const [{ physicalLocation, logicalLocations }] = locations;
      for (const { fullyQualifiedName } of logicalLocations ?? []) expect(fullyQualifiedName).toMatch(/^\//);
      expect(artifacts[physicalLocation.artifactLocation.index].location.uri).toBe(
        physicalLocation.artifactLocation.uri,
      );
    }
    expect(results.at(-1)).toMatchObject({
      ruleId: "invalid-schema",
      level: "error",
      locations: [{ physicalLocation: { region: { startLine: 2, startColumn: 3, endLine: 2, endColumn: 9 } } }],
    });
  });

  it("names no file in SARIF for standard input, which is none", async () => {
    const { stdout } = await sluice(["lint", "-o", "sarif"], { input: "{}" });
    const [{ artifacts, results }] = JSON.parse(stdout).runs;
    expect(artifacts).toEqual([{ description: { text: "standard input" } }]);
    expect(results[0].locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { index: 0 },
          region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
        },
      },
    ]);
  });

  it("says what it can't read or doesn't know", async () => {
    expectFault(await sluice(["lint", file("none.json")]), 2, /Cannot read .*none\.json: there is no such file/);
    expectFault(
      await sluice(["lint", good, "--off", "nope"]),
      2,
      /--off names "nope", which isn't a rule\. The rules are not-json/,
    );
    expectFault(await sluice(["lint", good, "--rule", "no-types"]), 2, /isn't a rule\. .* Did you mean no-type\?/);
    expectFault(await sluice(["lint", good, "--fail-on", "sometimes"]), 2, /--fail-on/);
    expectFault(await sluice(["lint", ""]), 2, /Cannot read a file without a name: there is no such file/);
    const empty = join(dirname(open), "empty");
    mkdirSync(empty);
    expectFault(await sluice(["lint", empty]), 2, /There is no \.json file in the folder/);
  });

  it("shows nothing of a hostile file that a terminal would obey", async () => {
    const path = file("hostile.json", { type: "object", properties: { "\u001b[31m\u202e": { type: "string" } } });
    const { stdout } = await sluice(["lint", path]);
    expect(stdout).toContain("·[31m·");
    expect(stdout).not.toMatch(/[\u001b\u202e]/);
  });
});
