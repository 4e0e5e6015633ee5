import { describe, expect, test } from "vitest";
import { createExtractor, type ExtractorOptions, formatPath, type Inside } from "../../src/json/index.ts";
import { OptionError } from "../../src/options/index.ts";
import { allCuts, byCharacter, read } from "./support.ts";

function values(text: string, options: ExtractorOptions = {}): unknown {
  const outcomes = allCuts(text).map(([, chunks]) => {
    const { result } = read(chunks, options);
    return result.status === "complete" ? result.documents.map((d) => d.value) : result.status;
  });
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  return outcomes[0];
}

describe("documents in text", () => {
  test.each<[string, unknown]>([
    ['See [1] and {this}. [2] says\n{"a":1}', [{ a: 1 }]],
    ['The form is {"name": string}, so: {"name":"x"}', [{ name: "x" }]],
    ['She said "yes {" and then [{"a":1}]', [[{ a: 1 }]]],
    ["function f() { return [] }\n[1, 2, 3]\n", [[1, 2, 3]]],
    ["The answer is [1, 2, 3].", [[1, 2, 3]]],
    ["Nothing found: {}", [{}]],
    ["As [1] shows, no.", "none"],
    ["- [ ] todo\n- [x] done\n", [[]]],
    ['~~~\n["a"]\n~~~', [["a"]]],
    ["```\n42\n```", [42]],
    ["  true  ", [true]],
    ['"only a string"', ["only a string"]],
    ['"A quote" and {"a":1}', [{ a: 1 }]],
    ["-12", [-12]],
    ['1. First {"a":1}', [{ a: 1 }]],
    ["nothing here", "none"],
    ["true story", "none"],
    ["falsehoods, all", "none"],
    ["No: null", "none"],
    ["12 apples", "none"],
    ["1.x", "none"],
    ["01", "none"],
    ["-- note", "none"],
    ["- a\n- b\n", "none"],
    ['"Quote" he said', "none"],
    ['"Quote\nand more"', "none"],
    ['"C:\\Work" is it', "none"],
    ["```\nnothing\n```", "none"],
    ["```\n12 apples\n```", "none"],
    ["```\n-- note\n```\n", "none"],
    ['```\n"Quote" he said\n```', "none"],
    ["<think>x</think>\nnothing", "none"],
    ["<think>x</think>-- note", "none"],
    ['nothing but {"a":1}', [{ a: 1 }]],
    ['```\ntrailing {"a":1}\n```', [{ a: 1 }]],
    ["{'a':1}", "error"],
    ["{curly} only", "none"],
    ["[Note] I can't.", "none"],
    ['{"a" 1}', "error"],
    ['{"a":1,}', "error"],
    ['{"a', "truncated"],
    ['[[[x {"a":1}', [{ a: 1 }]],
    ['{"{"a":1}', [{ a: 1 }]],
    ['\ufeff{"a":1}', [{ a: 1 }]],
    ["[TOOL_CALLS]get_weather[ARGS]{}", [{}]],
    ['[TOOL_CALLS] [{"name":"f","arguments":{}}]</s>', [[{ name: "f", arguments: {} }]]],
    ['<|python_tag|>{"name":"f","parameters":{"q":"x"}}', [{ name: "f", parameters: { q: "x" } }]],
    ["<tool_call>\n{}\n</tool_call>", [{}]],
    ['<|python_tag|>{"name":"f","parameters":{}}<|eom_id|>', [{ name: "f", parameters: {} }]],
    ["Sure. [TOOL_CALLS][]", [[]]],
    ["[TOOL_CALLS]", "none"],
    ['<|tool▁sep|>f\n```json\n{"a":1}\n```<|tool▁call▁end|>', [{ a: 1 }]],
  ])("%j", (text, wanted) => expect(values(text)).toEqual(wanted));

  test.each<[string, unknown]>([
    ['<THINK>{"a":0}</Think>\n{"a":1}', [{ a: 1 }]],
    ['<thinking type="x" n=1>[1,2]</thinking>{"a":1}', [{ a: 1 }]],
    ['a <think of {"a":1}', [{ a: 1 }]],
    ['[THINK]{"a":0}[/THINK]{"a":1}', [{ a: 1 }]],
    ['{"a":"</think>"}', [{ a: "</think>" }]],
    ['{"a":0}</think>', "none"],
    ['<think/>{"a":1}', [{ a: 1 }]],
    ['<think>a</think>{"a":1}<think>{"b":2}</think>', [{ a: 1 }]],
    ["<think>x</think>\n42", [42]],
  ])("reasoning is never taken: %j", (text, wanted) => expect(values(text)).toEqual(wanted));

  test("which document: a policy", () => {
    const text = '{"a":1}\n{"b":2} and {"a":3} {"c":';
    expect(values(text)).toEqual([{ a: 1 }]);
    expect(values(text, { select: "last" })).toBe("truncated");
    expect(values(text, { select: "all" })).toBe("truncated");
    const whole = text.slice(0, -6);
    expect(values(whole, { select: "last" })).toEqual([{ a: 3 }]);
    expect(values(whole, { select: "all" })).toEqual([{ a: 1 }, { b: 2 }, { a: 3 }]);
    const accepts = (value: unknown) => typeof value === "object" && value !== null && "b" in value;
    expect(values(text, { select: "schema", accepts })).toEqual([{ b: 2 }]);
    expect(values('{"a":1}', { select: "schema", accepts })).toBe("none");
  });

  test("one bad line of many costs that line", () => {
    const { result } = read(['{"a":1}\n{"a":2,}\n{"a":3}\n'], { select: "all" });
    expect(result.status).toBe("error");
    expect(result.documents.map((d) => d.value)).toEqual([{ a: 1 }, { a: 3 }]);
    expect(result.error?.line).toBe(2);
  });

  test("each document has its span and what surrounded it", () => {
    const text = 'x {"a":1}\n```json\n{"b":2}\n```\n<tool_call>{"c":3}</tool_call>';
    const { result } = read([text], { select: "all" });
    expect(result.documents.map((d) => [text.slice(d.start, d.end), d.wrapper, d.tag, d.index])).toEqual([
      ['{"a":1}', "prose", "", 0],
      ['{"b":2}', "fence", "json", 1],
      ['{"c":3}', "tag", "tool_call", 2],
    ]);
  });

  test("a tool's name outside the JSON is kept", () => {
    const text =
      '[TOOL_CALLS]get_weather[ARGS]{"a":1}[TOOL_CALLS]f[CALL_ID]x12[ARGS]{"b":2}\n[TOOL_CALLS] [{"c":3}] {"d":4}';
    for (const [, chunks] of allCuts(text)) {
      const { documents } = read(chunks, { select: "all" }).result;
      expect(documents.map((d) => [d.value, d.tag, d.tool])).toEqual([
        [{ a: 1 }, "ARGS", "get_weather"],
        [{ b: 2 }, "ARGS", "f"],
        [[{ c: 3 }], "TOOL_CALLS", ""],
        [{ d: 4 }, "TOOL_CALLS", ""],
      ]);
    }
  });

  test("reasoning that was never opened withdraws what was shown, and says so", () => {
    const extractor = createExtractor();
    extractor.write('fine {"a":0} hmm');
    expect(extractor.value).toEqual({ a: 0 });
    extractor.write("</think>");
    expect(extractor.value).toBeUndefined();
    extractor.write('{"a":1}');
    const { warnings, documents } = extractor.end();
    expect(documents.map((d) => d.value)).toEqual([{ a: 1 }]);
    expect(warnings.map((w) => w.kind)).toEqual(["withdrawn"]);
  });

  test("bare: nothing but the document", () => {
    const bare: ExtractorOptions = { wrappers: "none" };
    expect(values(" \n[1]\n", bare)).toEqual([[1]]);
    expect(values("[1] x", bare)).toBe("error");
    expect(values("x", bare)).toBe("error");
    expect(values("", bare)).toBe("none");
    expect(values("12", bare)).toEqual([12]);
    expect(values("-", bare)).toBe("truncated");
  });
});

describe("errors", () => {
  test.each<[string, string, number, number, string, string]>([
    ['{\n  "a": [1, 2,\n  ]}', "unexpected-character", 3, 3, "a[2]", "a value"],
    ['{"a": tru}', "unexpected-character", 1, 10, "a", '"true"'],
    ['{"a": "x\ny"}', "control-character", 1, 9, "a", "an escape such as \\n, or a closing quote"],
    ['{"a": "\\x"}', "invalid-escape", 1, 9, "a", 'one of "\\/bfnrtu'],
    ['{"a": "\\u12g"}', "invalid-escape", 1, 12, "a", "a hexadecimal digit"],
    ['{"a": 1 "b": 2}', "unexpected-character", 1, 9, "$", '"," or "}"'],
    ['{"a": {"b" 1}}', "unexpected-character", 1, 12, "a.b", '":"'],
    ["[1, 2", "", 0, 0, "", ""],
  ])("%j", (text, code, line, column, path, expected) => {
    for (const [, chunks] of allCuts(text)) {
      const { result } = read(chunks, { wrappers: "none" });
      if (code === "") expect(result.status).toBe("truncated");
      else {
        const { error } = result;
        expect([error?.code, error?.line, error?.column, formatPath(error!.path), error?.expected]).toEqual([
          code,
          line,
          column,
          path,
          expected,
        ]);
        expect(error?.message).toContain(`line ${line}, column ${column}`);
        expect(text).toContain(error?.excerpt);
      }
    }
  });

  test("bytes that aren't UTF-8", () => {
    const extractor = createExtractor();
    extractor.write(Uint8Array.of(123, 34, 97, 34, 58, 34, 0xc3));
    extractor.write(Uint8Array.of(0x28));
    const { status, error, partial } = extractor.end();
    expect([status, error?.code, error?.offset, partial]).toEqual(["error", "invalid-utf8", 6, { a: "" }]);
  });

  test.each([
    ["depth-limit", { depth: 2 }, "[[[1]]]"],
    ["string-limit", { stringLength: 3 }, '["abcd"]'],
    ["string-limit", { stringLength: 3 }, '{"abcd":1}'],
    ["number-limit", { numberLength: 3 }, "[1234]"],
    ["key-limit", { keys: 2 }, '{"a":1,"b":2,"c":3}'],
    ["item-limit", { items: 2 }, "[1,2,3]"],
    ["document-limit", { documentLength: 6 }, "[1,2,3]"],
  ])("%s", (code, limits, text) => {
    for (const [, chunks] of allCuts(text)) expect(read(chunks, { limits }).result.error?.code).toBe(code);
  });

  test("at the limit is within it", () => {
    const limits = { depth: 2, stringLength: 3, numberLength: 3, keys: 2, items: 2, documentLength: 23 };
    for (const [, chunks] of allCuts('[{"abc":123,"b":"abc"}]'))
      expect(read(chunks, { limits }).result.status).toBe("complete");
  });

  test("a million brackets", () => {
    for (const bracket of ["[", '{"a":', "[{", "{", "[[],"]) {
      const text = bracket.repeat(1_000_000);
      for (const wrappers of ["any", "none"] as const) {
        const extractor = createExtractor({ wrappers });
        extractor.write(text);
        expect(extractor.end().status).not.toBe("complete");
      }
    }
    const extractor = createExtractor({ wrappers: "none", limits: { depth: 2_000_000 } });
    extractor.write("[".repeat(1_000_000));
    extractor.write("]".repeat(1_000_000));
    expect(extractor.end().status).toBe("complete");
  });

  test("a programmer's mistakes are thrown", () => {
    expect(() => createExtractor({ select: "best" as "first" })).toThrow(TypeError);
    expect(() => createExtractor({ select: "schema" })).toThrow(TypeError);
    expect(() => createExtractor({ limits: { depth: 0 } })).toThrow(OptionError);
    const extractor = createExtractor();
    extractor.end();
    expect(() => extractor.write("x")).toThrow("after end()");
    expect(extractor.end()).toBe(extractor.end());
  });
});

describe("policies", () => {
  const text = '{"id":"S1","x":{"id":1},"id":"S2"}';
  test("duplicate keys", () => {
    expect(values(text)).toEqual([{ id: "S2", x: { id: 1 } }]);
    expect(values(text, { duplicateKeys: "first" })).toEqual([{ id: "S1", x: { id: 1 } }]);
    expect(values(text, { duplicateKeys: "error" })).toBe("error");
    const [warning] = read([text]).result.warnings;
    expect([warning?.kind, warning?.column, warning?.path]).toEqual(["duplicate-key", 25, ["id"]]);
  });

  test("a duplicate's value that isn't wanted stays out of snapshots too", () => {
    const extractor = createExtractor({ duplicateKeys: "first" });
    for (const c of byCharacter('{"a":[1],"a":{"b":["x",{"c":"y"}]},"d":2}')) {
      extractor.write(c);
      const snapshot = extractor.snapshot() as { a?: unknown } | undefined;
      if (snapshot?.a) expect([[], [1]]).toContainEqual(snapshot.a);
    }
    expect(extractor.end().documents[0]?.value).toEqual({ a: [1], d: 2 });
  });

  test("numbers that a double can't hold are warned of", () => {
    const kinds = (number: string) => read([`[${number},0]`]).result.warnings.map((w) => w.text);
    expect(kinds("9007199254740991")).toEqual([]);
    expect(kinds("9007199254740993")).toEqual(["9007199254740993"]);
    expect(kinds("-123456789012345678901234567890")).toEqual(["-123456789012345678901234567890"]);
    expect(kinds("1e400")).toEqual(["1e400"]);
    expect(kinds("0.1")).toEqual([]);
  });

  test("without values: events, and nothing kept", () => {
    const none: ExtractorOptions = { values: "none" };
    for (const [text, status] of [
      ['see ["a","b"] there', "complete"],
      ["see {} there", "complete"],
      ["see [1] there", "none"],
      ["12", "complete"],
      ['{"a":', "truncated"],
    ] as const) {
      for (const [, chunks] of allCuts(text)) expect([text, read(chunks, none).result.status]).toEqual([text, status]);
    }
    const { result, events } = read(['{"a":[1,"x"]}'], { values: "none" });
    expect(result.documents[0]?.value).toBeUndefined();
    expect(events.filter((e) => e.type === "complete" && e.kind === "string")).toMatchObject([
      { path: ["a", 1], value: "x" },
    ]);
  });
});

describe("what's known on the way", () => {
  test("inside", () => {
    const seen: [string, Inside][] = [];
    const extractor = createExtractor();
    const text = 'a <think>b</think>{"k":"v\\n",  "n":12,"t":true}z';
    for (const c of text) {
      extractor.write(c);
      seen.push([c, extractor.inside]);
    }
    const letters: Record<Inside, string> = {
      prose: "p",
      reasoning: "r",
      structure: "-",
      key: "k",
      string: "s",
      number: "n",
      literal: "l",
    };
    expect(seen.map(([, inside]) => letters[inside]).join("")).toBe("pppppppprrrrrrrrrp--k---sss-----k--nn--k--llll-p");
  });

  test("whether a path is open or complete", () => {
    const extractor = createExtractor();
    extractor.write('{"a":{"b":1},"c":["x","y');
    expect(extractor.state([])).toBe("open");
    expect(extractor.state(["a"])).toBe("complete");
    expect(extractor.state(["a", "b"])).toBe("complete");
    expect(extractor.state(["c"])).toBe("open");
    expect(extractor.state(["c", 0])).toBe("complete");
    expect(extractor.state(["c", 1])).toBe("open");
    expect(extractor.state(["c", 2])).toBe("absent");
    expect(extractor.state(["toString"])).toBe("absent");
    extractor.write('"]}');
    expect(extractor.state([])).toBe("complete");
    expect(extractor.state(["c", 1])).toBe("complete");
  });

  test("progress never goes back, and is 1 at the end and only then", () => {
    const schema = {
      $defs: { step: { required: ["id", "title"], properties: { title: { maxLength: 20 } } } },
      required: ["goal", "steps"],
      properties: { goal: { maxLength: 10 }, steps: { items: { $ref: "#/$defs/step" }, maxItems: 4 } },
    };
    const extractor = createExtractor({ schema });
    const told: number[] = [];
    extractor.on("progress", ({ pct }) => told.push(pct));
    const text = '{"goal":"move","steps":[{"id":1,"title":"back up"},{"id":2,"title":"copy"}]}';
    let last = 0;
    for (const c of text) {
      expect(extractor.progress.fraction).toBeLessThan(1);
      extractor.write(c);
      const { fraction = 0 } = extractor.progress;
      expect(fraction).toBeGreaterThanOrEqual(last);
      last = fraction;
    }
    expect(last).toBe(1);
    expect(extractor.progress).toEqual({ fraction: 1, values: 9, characters: text.length });
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(100);
    expect(told).toContain(50);
  });

  test("progress goes through branches where only one can be meant, and on while a long string grows", () => {
    const step = {
      type: "object",
      required: ["kind", "text"],
      properties: { kind: { const: "a" }, text: { maxLength: 1000 } },
    };
    const other = { type: "object", required: ["kind"], properties: { kind: { const: "b" } } };
    const schema = { anyOf: [{ type: "null" }, { oneOf: [other, step], allOf: [{ required: ["z"] }] }] };
    const extractor = createExtractor({ schema });
    const told: number[] = [];
    extractor.on("progress", ({ pct }) => told.push(pct));
    extractor.write('{"kind":"a","text":"');
    expect(extractor.progress.fraction).toBeCloseTo(1 / 3);
    for (let i = 0; i < 500; i++) extractor.write("x");
    expect(extractor.progress.fraction).toBeCloseTo(0.5);
    expect(told).toEqual(Array.from({ length: 18 }, (_, i) => 33 + i));
    extractor.write('","z":1}');
    expect(told.slice(-3)).toEqual([66, 99, 100]);
  });
});
