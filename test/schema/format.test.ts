import { domainToASCII } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { createValidator } from "../../src/contract/index.ts";
import { compileGbnf, createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import { type Automaton, step } from "../../src/schema/automaton.ts";
import { formatFacts } from "../../src/schema/format.ts";
import { assertedFormats, formatHolds, SchemaError } from "../../src/schema/index.ts";
import { internationalNameHolds } from "../../src/schema/international.ts";
import { seeded } from "../gbnf/support/sampler.ts";

const cases: readonly (readonly [format: string, valid: readonly string[], invalid: readonly string[]])[] = [
  [
    "date",
    ["2024-02-29", "2000-02-29", "1900-12-31"],
    ["2023-02-29", "1900-02-29", "2024-13-01", "2024-04-31", "24-01-01"],
  ],
  [
    "time",
    [
      ...["23:59:59Z", "00:00:00.123+05:30", "23:59:60Z", "23:59:60.5z", "23:59:60+00:00", "23:59:60-00:00"],
      ...["00:59:60+01:00", "05:29:60+05:30", "15:59:60-08:00", "23:29:60+23:30", "00:29:60-23:30"],
    ],
    ["24:00:00Z", "12:60:00Z", "12:00:00", "12:00:00+05", "12:00:60Z", "23:59:60+01:00", "23:59:61Z", "05:29:60-05:30"],
  ],
  [
    "date-time",
    ["2024-02-29T12:00:00Z", "2024-01-01t00:00:00.5-08:00", "2020-01-01T23:59:60Z"],
    ["2024-01-01", "2024-01-01 00:00:00Z"],
  ],
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
    [
      ...["http://a", "https://u:p@x.org:80/p/q?r=s#t", "urn:isbn:1", "mailto:a@b", "a:/", "a:", "a:#b"],
      ...["http://[::1]/", "http://u@[2001:db8::1.2.3.4]:80/p", "http://[v1.a:b]"],
    ],
    [
      "//a",
      "a",
      "http://a b",
      "http://a/%zz",
      ":",
      "http://[::1",
      "http://[1::2::3]/",
      "http://[::1]a/",
      "http://a[::1]/",
    ],
  ],
  ["uri-reference", ["", "a", "/p", "//h/p", "#f", "?q", "../x", "//[::1]"], ["a b", "%", "\\x", "#a#b"]],
  [
    "iri",
    ["http://ƒøø.ßår/?∂éœ=πîx#πîüx", "http://[::1]/", "a:?\u{E000}"],
    ["a", "http://a b", "a:\u{E000}", "a:\u{2FFFE}"],
  ],
  ["iri-reference", ["é", "//é/é", ""], ["\\é", "é é"]],
  [
    "idn-hostname",
    [
      "실례.테스트",
      "example.com",
      "faß.de",
      "l·l",
      "xn--bcher-kva.example",
      "ア・イ",
      "א׳",
      "α͵β",
      "क्‍ष",
      "a".repeat(63),
    ],
    [
      ...["a·l", "-a", "a-", "ab--c", "・", "É", "e\u0301", "\u0301a", "a..b", "", "〮a", "a͵", "a‍b", "٠۰", "a b"],
      ...["a".repeat(64), "é".repeat(60), `${"é.".repeat(40)}é`],
    ],
  ],
  ["idn-email", ["실례@실례.테스트", "a@b.co", "é.ü@x.y"], ["é", "a@é", ".é@b.co", "a@-é.co", "a@b·c.de", "a b@c.de"]],
  [
    "uri-template",
    ["http://a/{x}/{y*}{?q,r:3}", "", "{+a}", "{a.b}", "it's"],
    ["http://a/{x", "}", "{a b}", "{a..b}", "{.}"],
  ],
  ["json-pointer", ["", "/", "/a~1b/0", "/é"], ["a", "/~2", "/~"]],
  ["relative-json-pointer", ["0", "1/a", "2#"], ["-1/a", "01", "/a"]],
  ["byte", ["", "aGk=", "aGkx"], ["a", "aGk", "a===", "aG=k"]],
];

describe("formats", () => {
  it.each(cases)("%s", (format, valid, invalid) => {
    for (const text of valid) expect(formatHolds(format, text), text).toBe(true);
    for (const text of invalid) expect(formatHolds(format, text), text).toBe(false);
  });

  it("has a case for every format it asserts, and knows no other", () => {
    expect(cases.map(([format]) => format).toSorted()).toEqual(assertedFormats.toSorted());
    expect(formatFacts("no-such-format")).toBeUndefined();
    expect(formatFacts("__proto__")).toBeUndefined();
  });

  it("counts Punycode as the platform does", () => {
    const random = seeded(11);
    for (let i = 0; i < 300; i++) {
      const label = Array.from({ length: 1 + Math.floor(random() * 40) }, () => {
        const [low, size] = [[0x61, 26] as const, [0xe0, 23] as const, [0x4e00, 20_000] as const][
          Math.floor(random() * 3)
        ]!;
        return String.fromCodePoint(low + Math.floor(random() * size));
      }).join("");
      const encoded = domainToASCII(label);
      if (encoded === "") continue;
      expect(internationalNameHolds(label), label).toBe(encoded.length <= 63 && label.normalize("NFC") === label);
    }
  });
});

/** Where ajv-formats and the RFCs differ, by format: whether a text is one of those on which they do. */
const differences: Readonly<Record<string, readonly (readonly [why: string, of: (text: string) => boolean])[]>> = {
  time: [["RFC 3339: an offset has a colon and minutes", (text) => /[+-]\d\d(?:\d\d)?$/.test(text)]],
  "date-time": [
    ["RFC 3339: an offset has a colon and minutes", (text) => /[+-]\d\d(?:\d\d)?$/.test(text)],
    ["RFC 3339: T or t, no blank", (text) => /\s/.test(text)],
  ],
  duration: [["RFC 3339 appendix A: no unit is skipped", (text) => /Y\d+D|H\d+S/.test(text)]],
  uuid: [["RFC 4122: `urn:uuid:` is a URN, not a UUID", (text) => text.startsWith("urn:uuid:")]],
  hostname: [["RFC 1123: no dot at the end", (text) => text.endsWith(".")]],
  uri: [
    ["RFC 3986: a path may be empty", (text) => /^[^:]+:(?:[?#]|$)/.test(text)],
    ["RFC 3986: leading zeros of IPv4", (text) => /[.:]0\d/.test(text)],
  ],
  "uri-reference": [
    ["RFC 3986: no quote", (text) => text.includes('"')],
    [
      "RFC 3986 §4.2: no colon before the first slash without a scheme",
      (text) => /^[^/?#]*:/.test(text) && !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(text),
    ],
  ],
  "uri-template": [
    ["RFC 6570: names with dots", (text) => /\{[^}]*\./.test(text)],
    ["erratum 6937: the apostrophe is a literal", (text) => text.includes("'")],
    ["RFC 6570: no control characters, no characters that aren't any", (text) => /[\x7f-\x9f]|\p{C}/u.test(text)],
  ],
};

const compared = assertedFormats.filter((format) => !/^i(?:ri|dn)/.test(format));

describe("formats and ajv-formats", () => {
  it.each(compared)("%s: the same, but where a reason is known", (format) => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    const validate = ajv.compile({ type: "string", format });
    const verdicts = { true: 0, false: 0 };
    for (const text of samples(format, 600)) {
      const holds = formatHolds(format, text);
      verdicts[`${holds}`]++;
      if (holds === validate(text)) continue;
      const why = differences[format]?.find(([, of]) => of(text));
      expect(why, `${JSON.stringify(text)}: here ${holds}, ajv-formats ${!holds}`).toBeDefined();
    }
    expect(verdicts.true).toBeGreaterThan(50);
    // Of json-pointer, hardly a text is none.
    expect(verdicts.false).toBeGreaterThan(10);
  });
});

/** Where a grammar takes less or more than the validator, with why the report says so. */
const unequal: Readonly<
  Record<string, { readonly says: RegExp; readonly of: (text: string, written: boolean) => boolean }>
> = {
  time: { says: /leap seconds .* in UTC/, of: (text, written) => !written && /:60/.test(text) },
  "date-time": { says: /leap seconds .* in UTC/, of: (text, written) => !written && /:60/.test(text) },
  "idn-hostname": { says: /the validator decides on contexts/, of: (_, written) => written },
  "idn-email": { says: /the validator decides on contexts/, of: (_, written) => written },
};

describe("what a grammar writes and a validator takes", () => {
  it.each(assertedFormats)("%s: the same, but where the report says so", (format) => {
    const schema = { type: "string", format } as const;
    const validator = createValidator(schema);
    expect(validator.notes).toEqual([]);
    const { grammar, report } = compileGbnf(schema);
    const start = createRecogniser(parseGbnf(grammar));
    const { status, reason } = report.find(({ keyword }) => keyword === "format")!;
    const verdicts = { true: 0, false: 0 };
    for (const text of [
      ...samples(format, 150),
      ...(texts.get(format) ?? []),
      "05:14:60+05:15",
      "2020-01-01T05:14:60+05:15",
    ]) {
      const reading = start.fork();
      const written = reading.accept(JSON.stringify(text)) && reading.complete;
      const taken = validator.validate(text).ok;
      verdicts[`${taken}`]++;
      if (written === taken) continue;
      expect(unequal[format]?.of(text, written), `${JSON.stringify(text)}: written ${written}`).toBe(true);
      expect(reason).toMatch(unequal[format]!.says);
      expect(status).toBe(written ? "boundary" : "grammar");
    }
    expect(verdicts.true).toBeGreaterThan(3);
    expect(verdicts.false).toBeGreaterThan(3);
  });

  it("literals are judged as a validator does", () => {
    for (const [format, text] of [
      ["time", "05:14:60+05:15"],
      ["idn-hostname", "l·l"],
    ] as const) {
      expect(compileGbnf({ const: text, format }).grammar).toContain("root");
      expect(createValidator({ const: text, format }).validate(text).ok).toBe(true);
    }
    expect(() => compileGbnf({ const: "a·l", format: "idn-hostname" })).toThrow(SchemaError);
  });
});

const texts = new Map(cases.map(([format, valid, invalid]) => [format, [...valid, ...invalid]]));

/** Texts of a format, and others that differ from one in a character or two. */
function samples(format: string, count: number): string[] {
  const random = seeded(7);
  const { automaton } = formatFacts(format)!;
  const found: string[] = [];
  for (let i = 0; i < count; i++) {
    const text = walk(automaton, random);
    if (text === undefined) continue;
    found.push(text);
    const characters = [...text];
    const at = Math.floor(random() * (characters.length + 1));
    const other = String.fromCodePoint(0x20 + Math.floor(random() * 0x60));
    characters.splice(at, Math.floor(random() * 2), ...(random() < 0.7 ? [other] : []));
    found.push(characters.join(""));
  }
  return found;
}

/** A random text that an automaton accepts; `undefined` if it wandered too long. */
function walk(automaton: Automaton, random: () => number): string | undefined {
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
