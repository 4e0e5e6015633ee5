import { type PatternFacts, patternFacts } from "./pattern.ts";

/*
 * The formats that are asserted, as patterns over the whole string. Each follows the RFC that JSON Schema 2020-12 names
 * for it; where a validator in wide use (ajv-formats) takes less, it says less.
 */

/** RFC 3339 full-date, leap years included. */
const day =
  "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))";
const leapYear = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
const date = `(?:\\d{4}-${day}|${leapYear}-02-29)`;
/** RFC 3339 full-time. Leap seconds are left out: whether one is right depends on the zone. */
const time = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
/** RFC 3339 appendix A: units from large to small, none skipped. */
const clock = "T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)";
const calendar = "(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)";
const duration = `P(?:${calendar}(?:${clock})?|${clock}|\\d+W)`;

const byteNumber = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const ipv4 = `(?:${byteNumber}\\.){3}${byteNumber}`;
/** RFC 4291 §2.2: eight groups, one run of which may be `::`; the last two may be written as IPv4. */
function ipv6(): string {
  const group = "[0-9A-Fa-f]{1,4}";
  const tail = `(?:${group}:${group}|${ipv4})`;
  const forms = [`(?:${group}:){6}${tail}`, `(?:${group}(?::${group}){0,6})?::`];
  for (let before = 0; before <= 6; before++) {
    const head = before === 0 ? "" : `${group}(?::${group}){${before - 1}}`;
    if (before <= 5) forms.push(`${head}::(?:${group}:){0,${5 - before}}${ipv4}`);
    forms.push(`${head}::${group}(?::${group}){0,${6 - before}}`);
  }
  return `(?:${forms.join("|")})`;
}

/** RFC 1123 §2.1. The 253 characters that a name may have in all are a bound on the length. */
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const hostname = `${label}(?:\\.${label})*`;
/** RFC 5322 dot-atom at a host name of at least two labels; quoted local parts and address literals are left out. */
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const domain = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const email = `${atom}(?:\\.${atom})*@${domain}(?:\\.${domain})+`;

/** RFC 3986 (and RFC 3987 with `more` characters), without IP literals in brackets and without `scheme:` alone. */
function uri(more: string): { absolute: string; reference: string } {
  const escaped = "%[0-9A-Fa-f]{2}";
  const name = `(?:[A-Za-z0-9._~!$&'()*+,;=${more}-]|${escaped})`;
  const segmentCharacter = `(?:[A-Za-z0-9._~!$&'()*+,;=:@${more}-]|${escaped})`;
  const firstCharacter = `(?:[A-Za-z0-9._~!$&'()*+,;=@${more}-]|${escaped})`;
  const authority = `(?:(?:${name}|:)*@)?${name}*(?::\\d*)?`;
  const rest = `(?:/${segmentCharacter}*)*`;
  const rooted = `(?://${authority}${rest}|/(?:${segmentCharacter}+${rest})?)`;
  const tail = `(?:\\?(?:${segmentCharacter}|[/?])*)?(?:#(?:${segmentCharacter}|[/?])*)?`;
  const scheme = "[A-Za-z][A-Za-z0-9+.-]*:";
  return {
    absolute: `${scheme}(?:${rooted}|${segmentCharacter}+${rest})${tail}`,
    reference: `(?:${scheme}(?:${rooted}|${segmentCharacter}+${rest})?|${rooted}|(?:${firstCharacter}+${rest})?)${tail}`,
  };
}
/** RFC 3987 ucschar, without private use. */
const international =
  "\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}\\u{10000}-\\u{1FFFD}\\u{20000}-\\u{EFFFD}";

/** RFC 6570, variable names without dots. */
const variable = "(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+(?::[1-9]\\d{0,3}|\\*)?";
const uriTemplate = `(?:[^\\u0000-\\u0020"'<>%\\\\^\`{|}]|%[0-9A-Fa-f]{2}|\\{[+#./;?&]?${variable}(?:,${variable})*\\})*`;

/** RFC 6901, and the draft for relative ones. */
const jsonPointer = "(?:/(?:[^~/]|~[01])*)*";

const sources: ReadonlyMap<string, () => string> = new Map([
  ["date", () => date],
  ["time", () => time],
  ["date-time", () => `${date}[Tt]${time}`],
  ["duration", () => duration],
  ["uuid", () => "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"],
  ["ipv4", () => ipv4],
  ["ipv6", ipv6],
  ["hostname", () => hostname],
  ["email", () => email],
  ["uri", () => uri("").absolute],
  ["uri-reference", () => uri("").reference],
  ["iri", () => uri(international).absolute],
  ["iri-reference", () => uri(international).reference],
  ["uri-template", () => uriTemplate],
  ["json-pointer", () => jsonPointer],
  ["relative-json-pointer", () => `(?:0|[1-9]\\d*)(?:#|${jsonPointer})`],
  // RFC 4648 §4.
  ["byte", () => "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"],
]);

/** Bounds on the length that are part of a format, since an automaton would have to count them. */
const longest: ReadonlyMap<string, number> = new Map([["hostname", 253]]);

/** Formats that validators know and no automaton here says. */
export const checkedFormats: ReadonlySet<string> = new Set(
  "regex iso-time iso-date-time url json-pointer-uri-fragment idn-email idn-hostname".split(" "),
);

const known = new Map<string, PatternFacts>();

/** What a format demands of a string; `undefined` for a format that no automaton here says. */
export function formatFacts(format: string): PatternFacts | undefined {
  const source = sources.get(format);
  if (!source) return undefined;
  let facts = known.get(format);
  if (!facts) {
    const found = patternFacts(`^(?:${source()})$`);
    facts = { ...found, maxLength: longest.get(format) ?? found.maxLength };
    known.set(format, facts);
  }
  return facts;
}
