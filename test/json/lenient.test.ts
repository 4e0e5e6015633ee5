import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createExtractor,
  type ExtractorOptions,
  type ExtractResult,
  formatPath,
  type RepairName,
} from "../../src/json/index.ts";
import { allCuts, byCharacter, lengths, plainly, read } from "./support.ts";

const runs = Number(process.env.FUZZ_RUNS ?? 150);

/** Reads a text under every cut; they must all agree. */
function lenient(text: string, options: ExtractorOptions = {}): ExtractResult {
  const readings = allCuts(text).map(([how, chunks]) => [how, read(chunks, { mode: "lenient", ...options })] as const);
  for (const [how, reading] of readings) expect([how, plainly(reading)]).toEqual([how, plainly(readings[0]![1])]);
  return readings[0]![1].result;
}

/** What becomes of broken and wrapped texts: the right value, or a typed error. Nothing else is allowed. */
const broken: [name: string, text: string, wanted: unknown, repairs?: RepairName[], options?: ExtractorOptions][] = [
  ["trailing comma in an object", '{"a":1,}', { a: 1 }, ["trailing-comma"]],
  ["trailing comma in an array", "[1,2,\n ]", [1, 2], ["trailing-comma"]],
  ["single quotes", "{'a':'b'}", "error"],
  [
    "single quotes, allowed",
    "{'a':'b \"c\" \\' \\n'}",
    { a: 'b "c" \' \n' },
    ["single-quote"],
    { allow: ["single-quote"] },
  ],
  ["unquoted keys", "{a:1, $b_2 : [3], größe:4, 名:5}", { a: 1, $b_2: [3], größe: 4, 名: 5 }, ["key"]],
  ["Python literals", '{"a":True,"b":[False, None]}', { a: true, b: [false, null] }, ["literal"]],
  ["full-width quotes, colon and comma", "{“a”：“b”，“c”：1}", { a: "b", c: 1 }, ["quote", "punctuation"]],
  ["full-width colon and comma only", '{"a"："b"， "c"：1}', { a: "b", c: 1 }, ["punctuation"]],
  ["line comment", '{"a":1, // one\n"b":2}', { a: 1, b: 2 }, ["comment"]],
  ["block comment", '{/* a\n* / */"a"/**/:/***/1}', { a: 1 }, ["comment"]],
  ["# comment", '{"a":1 # one\n,"b":2}', { a: 1, b: 2 }, ["comment"]],
  ["missing closers", '{"a":[1,{"b":2', "truncated"],
  ["open string", '{"a":"bc', "truncated"],
  ["raw newline in a string", '{"a":"b\nc"}', { a: "b\nc" }, ["control-character"]],
  ["raw tab in a string and in a key", '{"a\tb":"b\tc"}', { "a\tb": "b\tc" }, ["control-character"]],
  ["NaN", '{"a":NaN}', "error"],
  ["Infinity", '{"a":"b","c":-Infinity}', "error"],
  ["prose around", 'Here: {"a":1} Bye {you}', { a: 1 }],
  ["fence", '```json\n{"a":1}\n```', { a: 1 }],
  ["prose, fence, prose", 'So:\n```json\n{"a":[1]}\n```\nDone.', { a: [1] }],
  ["~~~ fence", '~~~\n{"a":1}\n~~~', { a: 1 }],
  ["reasoning with JSON in it", '<think>{"x":2}?</think>{"a":1}', { a: 1 }],
  ["closing tag only", '{"x":2}?</think>{"a":1}', { a: 1 }],
  ["fence in a string", '```json\n{"a":"```js\\nf()\\n```","b":2}\n```', { a: "```js\nf()\n```", b: 2 }],
  ["braces in prose", 'Use {name} and {} here: {"a":1}', { a: 1 }],
  ["[1] in prose", 'See [1] and [note]: {"a":1}', { a: 1 }],
  ["a quotation in prose", 'He said "no": {"a":1}', { a: 1 }],
  ["NDJSON", '{"a":1}\n{"a":2}\n', { a: 1 }],
  ["two documents", '{"a":1}{"a":2}', { a: 1 }],
  ["unescaped inner quotes", '{"n":"hi "hello""}', "error"],
  ["missing comma", '{"a":1 "b":2,"c":[{} {}, 1 [2]]}', { a: 1, b: 2, c: [{}, {}, 1, [2]] }, ["missing-comma"]],
  ["missing comma at a line's end", '{"a":"x"\n"b":"y"}', { a: "x", b: "y" }, ["missing-comma"]],
  ["two strings side by side", '["a" "b"]', "error"],
  ["missing colon", '{"a" 1}', "error"],
  ["wrong escape", '{"p":"App\\Http"}', "error"],
  ["wrong escape, allowed", '{"p":"App\\Http it\\\'s"}', { p: "App\\Http it's" }, ["escape"], { allow: ["escape"] }],
  ["wrong escape of an emoji", '{"p":"\\🚀"}', { p: "\\🚀" }, ["escape"], { allow: ["escape"] }],
  ["a closer too many", '{"a":1}}', { a: 1 }],
  ["<|im_end|> after", '{"a":1}<|im_end|>', { a: 1 }],
  [".5 and +1", '{"a":.5,"b":+1}', "error"],
  ["leading zeros", '{"a":"x","b":007}', "error"],
  ["byte order mark", '\ufeff{"a":1}', { a: 1 }],
  ["ellipsis", '{"a":[1,2,...]}', "error"],
  ["undefined", '{"a":undefined}', "error"],
  ["mixed quotes", "{\"a\":'b'}", "error"],
  ["escaped document", '{\\"a\\":1}', "none"],
];

describe("lenient", () => {
  test.each(broken)("%s: %j", (_, text, wanted, repairs, options) => {
    const result = lenient(text, options);
    if (typeof wanted === "string") expect(result.status).toBe(wanted);
    else expect([result.status, result.documents[0]?.value]).toEqual(["complete", wanted]);
    if (result.status === "complete") {
      expect([...new Set(result.repairs.map((r) => r.kind))]).toEqual(repairs ?? []);
      expect(result.documents[0]!.repaired).toBe(repairs !== undefined);
    }
  });

  test.each([
    "{a b:1}",
    "{“a”: “b “c” d”}",
    '{"a":“b",c"}',
    "[True False]",
    "[nul]",
    "[Nope]",
    "[1,,2]",
    "{,}",
    "[,]",
    '{"a":1,,"b":2}',
    '{"a"::1}',
    '{"a":1 /x}',
    "[/",
    "[True",
    "{a",
    '["x" / 2]',
    "[‘a’]",
    "{a:1;b:2}",
    '["\\u12“"]',
    "{1:2}",
    "[- 1]",
  ])("what could mean two things is never taken: %j", (text) => {
    for (const wrappers of ["any", "none"] as const) {
      expect(lenient(text, { wrappers, allow: ["single-quote", "escape"] }).status).not.toBe("complete");
    }
  });

  test("each repair says what, where and in which value", () => {
    const text = '{"s": {\n  id: "S1", // first\n  “t”： True,\n  "l": [\n1,\n]}}';
    const { documents } = lenient(text);
    const [document] = documents;
    expect(document?.value).toEqual({ s: { id: "S1", t: true, l: [1] } });
    expect(document?.repairs.map((r) => [r.kind, r.text, r.line, r.column, formatPath(r.path)])).toEqual([
      ["key", "id", 2, 3, "s"],
      ["comment", "//", 2, 13, "s"],
      ["quote", "“", 3, 3, "s"],
      ["punctuation", "：", 3, 6, "s.t"],
      ["literal", "True", 3, 8, "s.t"],
      ["trailing-comma", ",", 6, 1, "s.l[1]"],
    ]);
    for (const { offset, line, column } of document!.repairs) {
      expect(
        text
          .split("\n")
          .slice(0, line - 1)
          .join("\n").length +
          (line > 1 ? 1 : 0) +
          column -
          1,
      ).toBe(offset);
    }
    expect(document?.repairCounts).toEqual({
      key: 1,
      comment: 1,
      quote: 1,
      punctuation: 1,
      literal: 1,
      "trailing-comma": 1,
    });
  });

  test("repairs are switched off by name, and the error names the one that would do", () => {
    for (const [flaw, text] of [
      ["trailing-comma", '{"a":"x",}'],
      ["quote", '{"a":"x",“b”:1}'],
      ["single-quote", '{"a":"x",\'b\':1}'],
      ["punctuation", '{"a":"x"，"b":1}'],
      ["key", '{"a":"x",b:1}'],
      ["comment", '{"a":"x"//\n}'],
      ["control-character", '{"a":"x\n"}'],
      ["missing-comma", '{"a":"x","b":1 "c":2}'],
      ["escape", '{"a":"\\H"}'],
    ] as const) {
      expect(lenient(text, { allow: { [flaw]: true } }).status).toBe("complete");
      for (const options of [{ allow: { [flaw]: false } }, { mode: "strict" }] as const) {
        const { status, error } = lenient(text, options);
        expect([flaw, status, error?.repair]).toEqual([flaw, "error", flaw]);
        expect(error?.message).toContain(flaw);
      }
    }
    expect(() => read([""], { mode: "lenient", allow: ["quotes" as "quote"] })).toThrow(TypeError);
  });

  test("many repairs are counted, the first thousand kept", () => {
    const { documents } = read([`["${"\n".repeat(5000)}"]`], { mode: "lenient" }).result;
    expect(documents[0]?.repairCounts).toEqual({ "control-character": 5000 });
    expect(documents[0]?.repairs).toHaveLength(1000);
    const limits = { stringLength: 100 };
    expect(read([`["${"\n".repeat(5000)}"]`], { mode: "lenient", limits }).result.error?.code).toBe("string-limit");
  });

  test("prose is prose in lenient mode too", () => {
    for (const text of [
      "{curly} only",
      "[x] [# of items] [/ a",
      "{{ t }} {% x %} {# y #}",
      "None",
      "True story",
      "'x'",
    ]) {
      expect([text, lenient(text, { allow: ["single-quote"] }).status]).toEqual([text, "none"]);
    }
    const long = `{ // ${"x".repeat(400)}\n"a":1}`;
    expect([lenient(long).status, lenient(`${long} {"b":2}`).documents[0]?.value]).toEqual(["error", { b: 2 }]);
    expect(lenient(long, { wrappers: "none" }).documents[0]?.value).toEqual({ a: 1 });
    expect(lenient('[# of items] {"a":1}').documents[0]?.value).toEqual({ a: 1 });
    expect(lenient("None", { wrappers: "none" }).documents[0]?.value).toBe(null);
  });

  const schema = {
    $defs: { level: { enum: ["Low", "High", "HIGHEST"] } },
    properties: {
      n: { type: "integer" },
      x: { type: ["number", "null"] },
      ok: { type: "boolean" },
      o: { anyOf: [{ type: "object" }, { type: "null" }] },
      l: { type: "array", items: { type: "number" } },
      s: { type: "string" },
      level: { $ref: "#/$defs/level" },
      free: {},
    },
  };
  test.each<[string, unknown, RepairName[]]>([
    ['{"n":"12","x":"-1.5e1","ok":"True"}', { n: 12, x: -15, ok: true }, ["type"]],
    ['{"x":" null ","l":["1","2"]}', { x: null, l: [1, 2] }, ["type"]],
    ['{"o":"{\\"a\\": [1, {}]}","l":"[1]"}', { o: { a: [1, {}] }, l: [1] }, ["double-encoded"]],
    ['{"level":"low"}', { level: "Low" }, ["enum-case"]],
    // Left as it is: another type's spelling, what loses something, what isn't asked for.
    [
      '{"n":"1.5","ok":"yes","x":"0x10","s":"12","free":"12"}',
      { n: "1.5", ok: "yes", x: "0x10", s: "12", free: "12" },
      [],
    ],
    ['{"n":"9007199254740993","x":"1e999"}', { n: "9007199254740993", x: "1e999" }, []],
    ['{"o":"{\\"a\\":1,\\"a\\":2}","l":"[1] and"}', { o: '{"a":1,"a":2}', l: "[1] and" }, []],
    ['{"level":"","n":"","o":"x"}', { level: "", n: "", o: "x" }, []],
    ['{"level":"HIGH"}', { level: "High" }, ["enum-case"]],
  ])("strings are converted only where a schema asks for it: %s", (text, wanted, repairs) => {
    const result = lenient(text, { schema });
    expect(result.documents[0]?.value).toEqual(wanted);
    expect([...new Set(result.repairs.map((r) => r.kind))]).toEqual(repairs);
    expect(lenient(text).documents[0]?.value).toEqual(JSON.parse(text));
    expect(lenient(text, { mode: "strict", schema }).documents[0]?.value).toEqual(JSON.parse(text));
    const allow = { type: false, "double-encoded": false, "enum-case": false };
    expect(lenient(text, { schema, allow }).documents[0]?.value).toEqual(JSON.parse(text));
  });

  test("a conversion says where, and nothing flips on the way", () => {
    const extractor = createExtractor({ mode: "lenient", schema });
    const seen = new Set<unknown>();
    for (const c of '{"s":"a",\n "n":"12"}') {
      extractor.write(c);
      seen.add((extractor.value as { n?: unknown } | undefined)?.n);
    }
    expect([...seen]).toEqual([undefined, 12]);
    const [repair] = extractor.end().repairs;
    expect([repair?.kind, repair?.text, repair?.line, repair?.column, repair?.path]).toEqual([
      "type",
      "12",
      2,
      6,
      ["n"],
    ]);
  });

  test("hostile schemas end", () => {
    const loop = { allOf: [{ $ref: "#" }, { $ref: "#" }], anyOf: [{ $ref: "#" }, { $ref: "#" }] };
    expect(lenient('{"a":["b"]}', { schema: loop }).status).toBe("complete");
  });

  test("hostile text is read in linear time", () => {
    for (const piece of ["{/*", "[//", "{a", "{a:", '{"a"/*', "['", "{“", "[True,", "{a:1 ", "[#", "{'a':'", "[1/"]) {
      const options: ExtractorOptions = { mode: "lenient", allow: ["single-quote", "escape"], select: "all" };
      expect(read([piece.repeat(20_000)], options).result.status).not.toBe("complete");
      const closed = `${piece.repeat(8_000)}*/ y\n`;
      expect(read([closed], options).result.status).not.toBe("complete");
    }
  });

  test("valid text reads as JSON.parse, unrepaired", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(0, 2), lengths, (json, space, random) => {
        const text = JSON.stringify(JSON.parse(json), null, space);
        for (const [, chunks] of allCuts(text, random)) {
          const { result, events } = read(chunks, {
            mode: "lenient",
            wrappers: "none",
            allow: ["single-quote", "escape"],
          });
          expect([result.status, result.repairs]).toEqual(["complete", []]);
          expect(plainly(result.documents[0]!.value)).toEqual(plainly(JSON.parse(text)));
          expect(events).toEqual(read(chunks, { wrappers: "none" }).events);
        }
      }),
      { numRuns: runs },
    );
  });

  test("what has appeared stays, in lenient mode too", () => {
    const text = '{a:“x\\ud83d\\ude80🚀”， // y\n b: [True, None,], "c\td": "\\🚀\ny" "e": 1}';
    const extractor = createExtractor({ mode: "lenient", allow: ["escape"], wrappers: "none" });
    const final = { a: "x🚀🚀", b: [true, null], "c\td": "\\🚀\ny", e: 1 };
    let before = "";
    for (const c of byCharacter(text)) {
      extractor.write(c);
      const now = JSON.stringify(extractor.value) ?? "";
      const open = now.replace(/["\]}]*$/, "");
      if (!JSON.stringify(final).startsWith(open)) throw new Error(`${now} isn't how it ends`);
      expect(open.length).toBeGreaterThanOrEqual(before.length);
      before = open;
    }
    expect(extractor.end().status).toBe("error");
  });

  test("cuts never matter, whatever the text", () => {
    const piece = fc.constantFrom(
      ...[
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        '"',
        "'",
        "“",
        "”",
        "：",
        "，",
        "//",
        "/*",
        "*/",
        "#",
        "\n",
        " ",
        "\\",
        "\t",
        "/",
      ],
      ...[
        "True",
        "None",
        "NaN",
        "tru",
        "abc",
        "名",
        "1",
        "-",
        "\ud83d",
        "\ude80",
        "\\u00",
        "\\ud83d",
        "\\'",
        '{"a":',
        "x\ny",
        '"b"',
      ],
    );
    const how = fc.record({
      wrappers: fc.constantFrom<("any" | "none")[]>("any", "none"),
      select: fc.constantFrom<("first" | "all" | "last")[]>("first", "all", "last"),
      allow: fc.constantFrom<ExtractorOptions["allow"][]>([], ["single-quote"], ["escape", "single-quote"]),
      limits: fc.constantFrom({}, { depth: 3, stringLength: 5, keys: 2, items: 3, documentLength: 40 }),
    });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), how, lengths, (pieces, options, random) => {
        const text = pieces.join("");
        const [first, ...others] = allCuts(text, random).map(([, chunks]) =>
          plainly(read(chunks, { mode: "lenient", ...options } as ExtractorOptions)),
        );
        for (const other of others) expect(other).toEqual(first);
      }),
      { numRuns: runs * 5 },
    );
  });
});
