import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { step } from "../../src/schema/automaton.ts";
import { formatFacts } from "../../src/schema/format.ts";
import { matches } from "../../src/schema/index.ts";
import { seeded } from "../gbnf/support/sampler.ts";

const cases: readonly (readonly [format: string, valid: readonly string[], invalid: readonly string[]])[] = [
  [
    "date",
    ["2024-02-29", "2000-02-29", "1900-12-31"],
    ["2023-02-29", "1900-02-29", "2024-13-01", "2024-04-31", "24-01-01"],
  ],
  ["time", ["23:59:59Z", "00:00:00.123+05:30"], ["24:00:00Z", "12:60:00Z", "12:00:00"]],
  ["date-time", ["2024-02-29T12:00:00Z", "2024-01-01t00:00:00.5-08:00"], ["2024-01-01", "2024-01-01 00:00:00Z"]],
  ["duration", ["P1Y2M3D", "PT1H", "P3W", "P1DT2S", "PT36H"], ["P", "P1Y2D", "PT", "P1", "P2W1D"]],
  [
    "uuid",
    ["123e4567-e89b-12d3-a456-426614174000"],
    ["123e4567e89b12d3a456426614174000", "g23e4567-e89b-12d3-a456-426614174000"],
  ],
  ["ipv4", ["0.0.0.0", "255.255.255.255"], ["256.0.0.1", "01.0.0.1", "1.2.3"]],
  [
    "ipv6",
    [
      "::",
      "::1",
      "1::",
      "2001:db8::8a2e:370:7334",
      "1:2:3:4:5:6:7:8",
      "::ffff:1.2.3.4",
      "1:2:3:4:5:6:1.2.3.4",
      "1::8",
      "1:2:3:4:5:6:7::",
    ],
    ["1:2:3:4:5:6:7", "1::2::3", ":1", "12345::", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:1.2.3.4"],
  ],
  ["hostname", ["example.com", "localhost", "a-b.c1"], ["-a", "a-", "a..b", "a_b", "a.", ""]],
  ["email", ["a@b.co", "x.y+z@sub.example.org"], ["a", "a@b", ".a@b.co", "a..b@c.de", "a@-b.co"]],
  [
    "uri",
    ["http://a", "https://u:p@x.org:80/p/q?r=s#t", "urn:isbn:1", "mailto:a@b", "a:/"],
    ["//a", "a", "http://a b", "http://a/%zz", ":"],
  ],
  ["uri-reference", ["", "a", "/p", "//h/p", "#f", "?q", "../x"], ["a b", "%", "\\x", "#a#b"]],
  ["iri", ["http://ƒøø.ßår/?∂éœ=πîx#πîüx"], ["a", "http://a b"]],
  ["uri-template", ["http://a/{x}/{y*}{?q,r:3}", "", "{+a}"], ["http://a/{x", "}", "{a b}"]],
  ["json-pointer", ["", "/", "/a~1b/0", "/é"], ["a", "/~2", "/~"]],
  ["relative-json-pointer", ["0", "1/a", "2#"], ["-1/a", "01", "/a"]],
  ["byte", ["", "aGk=", "aGkx"], ["a", "aGk", "a===", "aG=k"]],
];

describe("formats", () => {
  it.each(cases)("%s", (format, valid, invalid) => {
    const { automaton } = formatFacts(format)!;
    for (const text of valid) expect(matches(automaton, text), text).toBe(true);
    for (const text of invalid) expect(matches(automaton, text), text).toBe(false);
  });

  it("has a case for every format it asserts, and knows no other", () => {
    expect(formatFacts("no-such-format")).toBeUndefined();
    expect(formatFacts("__proto__")).toBeUndefined();
  });

  it.each(cases.map(([format]) => format).filter((format) => format !== "iri"))(
    "%s is no wider than ajv-formats",
    (format) => {
      const ajv = new Ajv2020({ strict: false });
      formats.default(ajv);
      const validate = ajv.compile({ type: "string", format });
      const random = seeded(7);
      for (let i = 0; i < 400; i++) {
        const text = walk(formatFacts(format)!.automaton, random);
        if (text !== undefined) expect(validate(text), JSON.stringify(text)).toBe(true);
      }
    },
  );
});

/** A random text that an automaton accepts; `undefined` if it wandered too long. */
function walk(automaton: Parameters<typeof matches>[0], random: () => number): string | undefined {
  let state = 0;
  let text = "";
  for (let length = 0; length < 200; length++) {
    const edges = automaton.edges[state]!;
    if (automaton.accepting[state] && (edges.length === 0 || random() < 0.15)) return text;
    const i = 3 * Math.floor((random() * edges.length) / 3);
    const [low, high] = [edges[i]!, Math.min(edges[i + 1]!, edges[i]! + 200)];
    const codePoint = low + Math.floor(random() * (high - low + 1));
    text += String.fromCodePoint(codePoint);
    state = step(automaton, state, codePoint);
  }
  return undefined;
}
