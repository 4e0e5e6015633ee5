import { email, hostname, ipv4, ipv6 } from "./address.ts";
import { matches } from "./automaton.ts";
import { formatAutomata } from "./format-automata.ts";
import { internationalEmail, internationalHostname, internationalNameHolds } from "./international.ts";
import { unpack } from "./packed.ts";
import { type PatternFacts, patternFacts } from "./pattern.ts";
import { iri, uri, uriTemplate } from "./resource.ts";

/*
 * The formats that are asserted, as patterns over the whole string. Each follows the RFC that JSON Schema 2020-12 names
 * for it. A validator judges by the same automata, so that what may be written and what passes are the same.
 *
 * Making an automaton takes up to 0.2 s, so those of which every engine makes the same are in format-automata.ts, ready-made:
 * after a change here run `npm run make:formats`. What `\p{…}` stands for is the engine's matter, so the automata of idn-hostname
 * and idn-email are made when first asked for.
 */

/** RFC 3339 full-date, leap years included. */
const day =
  "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))";
const leapYear = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
const date = `(?:\\d{4}-${day}|${leapYear}-02-29)`;

const fraction = "(?:\\.\\d+)?";
/**
 * RFC 3339 full-time. A leap second is 23:59:60 in UTC (§5.7), so its offset follows from the local time. The automaton has it in
 * UTC alone: with those of whole and half hours it was eight times as large, and all 1,440 minutes would take some ten thousand
 * states.
 */
const leapSeconds = `23:59:60${fraction}[Zz]`;
const offset = "(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
const time = `(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d${fraction}${offset}|${leapSeconds})`;

/** Leap seconds with any offset. */
const leapSecond = /^(?:[^Tt]*[Tt])?([01]\d|2[0-3]):([0-5]\d):60(?:\.\d+)?([+-])([01]\d|2[0-3]):([0-5]\d)$/;
const minutesOfDay = 1440;

/** Whether the last minute of the day in UTC is meant. */
function isLeapSecond(text: string): boolean {
  const [, hour, minute, sign, hours, minutes] = leapSecond.exec(text) ?? [];
  if (sign === undefined) return false;
  const away = Number(hours) * 60 + Number(minutes);
  const utc = Number(hour) * 60 + Number(minute) + (sign === "+" ? -away : away);
  return (utc + minutesOfDay) % minutesOfDay === minutesOfDay - 1;
}

/** RFC 3339 appendix A: units from large to small, none skipped. */
const clock = "T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)";
const calendar = "(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)";
const duration = `P(?:${calendar}(?:${clock})?|${clock}|\\d+W)`;

/** RFC 6901, and the draft for relative ones. */
const jsonPointer = "(?:/(?:[^~/]|~[01])*)*";

/** A format, and how it differs from what its name says. */
interface Format {
  /** The pattern's source. */
  readonly source: string;
  /** A bound on the length that is part of it, since an automaton would have to count. */
  readonly longest?: number;
  /** What a value of the format is that the automaton doesn't take; whoever judges values takes it. */
  readonly also?: (text: string) => boolean;
  /** What values of the format must be beyond the automaton; left to whoever judges values. */
  readonly only?: (text: string) => boolean;
  /** What isn't held, or isn't written. */
  readonly note?: string;
}

const inUtc = "leap seconds are written in UTC (`Z`) only";
const plainMail = "no quoted local part, no address literal, and at least two labels after the `@`";
const byContext = "the validator decides on contexts, normal form C and the length as Punycode; nothing on direction";

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ["date", { source: date }],
  ["time", { source: time, also: isLeapSecond, note: inUtc }],
  [
    "date-time",
    {
      source: `${date}[Tt]${time}`,
      also: (text) => isLeapSecond(text) && formatHolds("date", text.slice(0, 10)) && /^.{10}T/i.test(text),
      note: inUtc,
    },
  ],
  ["duration", { source: duration }],
  ["uuid", { source: "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}" }],
  ["ipv4", { source: ipv4 }],
  ["ipv6", { source: ipv6 }],
  ["hostname", { source: hostname, longest: 253 }],
  ["idn-hostname", { source: internationalHostname, only: internationalNameHolds, note: byContext }],
  ["email", { source: email, note: plainMail }],
  [
    "idn-email",
    {
      source: internationalEmail,
      only: (text) => internationalNameHolds(text.slice(text.indexOf("@") + 1)),
      note: `${plainMail}; ${byContext}`,
    },
  ],
  ["uri", { source: uri.absolute }],
  ["uri-reference", { source: uri.reference }],
  ["iri", { source: iri.absolute }],
  ["iri-reference", { source: iri.reference }],
  ["uri-template", { source: uriTemplate }],
  ["json-pointer", { source: jsonPointer }],
  ["relative-json-pointer", { source: `(?:0|[1-9]\\d*)(?:#|${jsonPointer})` }],
  // RFC 4648 §4.
  ["byte", { source: "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?" }],
]);

/** The formats of strings that automata say: by them grammars are written and values judged. */
export const assertedFormats: readonly string[] = [...formats.keys()];

/** Whether a schema's `format` is one of them. */
export function isAsserted(format: unknown): format is string {
  return typeof format === "string" && formats.has(format);
}

/** Formats that a validator knows and no automaton here says. */
export const checkedFormats: ReadonlySet<string> = new Set(
  "regex iso-time iso-date-time url json-pointer-uri-fragment".split(" "),
);

/** What a format demands of a string, and how that differs from what its name says. */
export interface FormatFacts extends PatternFacts {
  /** Whether all that it demands is in the automaton and the lengths. */
  readonly whole: boolean;
  readonly note: string | undefined;
}

const known = new Map<string, FormatFacts>();

/** What a format demands of a string; `undefined` for a format that no automaton here says. */
export function formatFacts(format: string): FormatFacts | undefined {
  const found = formats.get(format);
  if (!found) return undefined;
  let facts = known.get(format);
  if (!facts) {
    const { longest, only, note } = found;
    const pattern = readyFacts(format) ?? patternFacts(formatPattern(format));
    facts = { ...pattern, maxLength: longest ?? pattern.maxLength, whole: only === undefined, note };
    known.set(format, facts);
  }
  return facts;
}

/** What a format's pattern says, if that is ready-made. All is in the automaton: of a group no lengths are told apart. */
function readyFacts(format: string): PatternFacts | undefined {
  const packed = formatAutomata.get(format);
  return packed === undefined ? undefined : { automaton: unpack(packed), minLength: 0, maxLength: Infinity };
}

/** The pattern that says what the automaton of a format takes; the format must be one of `assertedFormats`. */
export function formatPattern(format: string): string {
  return `^(?:${formats.get(format)!.source})$`;
}

/** Whether a text is of a format, which must be one of `assertedFormats`. */
export function formatHolds(format: string, text: string): boolean {
  const facts = formatFacts(format);
  if (!facts) throw new RangeError(`No format is called ${format}.`);
  // UTF-16 units are at most twice the code points.
  if (text.length > 2 * facts.maxLength || (text.length > facts.maxLength && [...text].length > facts.maxLength)) {
    return false;
  }
  const { also, only } = formats.get(format)!;
  return matches(facts.automaton, text) ? (only?.(text) ?? true) : also?.(text) === true;
}
