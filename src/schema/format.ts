import { type PatternFacts, patternFacts } from "./pattern.ts";

/**
 * The formats that are asserted, as patterns over the whole string. Each follows the RFC that JSON Schema 2020-12
 * names for it, where a regular language can; where it is narrower that is said.
 */
const day =
  "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))";
const leapYear = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
/** RFC 3339 full-date. */
const date = `(?:\\d{4}-${day}|${leapYear}-02-29)`;
/** RFC 3339 full-time, without leap seconds. */
const time = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
const byteNumber = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";

const sources: ReadonlyMap<string, string> = new Map([
  ["date", date],
  ["time", time],
  ["date-time", `${date}[Tt]${time}`],
  ["uuid", "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"],
  ["ipv4", `(?:${byteNumber}\\.){3}${byteNumber}`],
  // RFC 5321 addr-spec with a dot-atom local part; quoted local parts and address literals are left out.
  ["email", `${atom}(?:\\.${atom})*@${label}(?:\\.${label})*`],
]);

const known = new Map<string, PatternFacts>();

/** What a format demands of a string; `undefined` for a format that isn't asserted. */
export function formatFacts(format: string): PatternFacts | undefined {
  const source = sources.get(format);
  if (source === undefined) return undefined;
  let facts = known.get(format);
  if (!facts) {
    facts = patternFacts(`^(?:${source})$`);
    known.set(format, facts);
  }
  return facts;
}
