import { atomic } from "./address.ts";

/* Internationalised names of hosts and addresses of mail: what automata say of them, and what is left to a check. */

/**
 * RFC 5892 §3: what no label may have, as parts of a class: all but letters, marks and decimal digits; what case folding and
 * compatibility change; old Hangul; and the exceptions of §2.6. Which characters there are is the JavaScript engine's matter.
 */
const disallowed =
  "\\p{Lu}\\p{Lt}\\p{Nl}\\p{No}\\p{P}\\p{S}\\p{Z}\\p{C}\\p{Changes_When_NFKC_Casefolded}" +
  "\\u1100-\\u11FF\\uA960-\\uA97F\\uD7B0-\\uD7FF\\u0640\\u07FA\\u302E\\u302F\\u3031-\\u3035\\u303B";
/** §2.6: what is valid all the same, and (from the middle dot on) what is valid where its context allows it. */
const exceptions = "\\u00DF\\u03C2\\u06FD\\u06FE\\u0F0B\\u3007\\u00B7\\u0375\\u05F3\\u05F4\\u30FB\\u200C\\u200D";
const start = `(?:[A-Za-z0-9]|[^\\p{M}${disallowed}]|[${exceptions}])`;
const inside = `(?:[A-Za-z0-9]|[^${disallowed}]|[${exceptions}])`;
const label = `${start}(?:(?:-|${inside})*${inside})?`;

/** RFC 5890 host names, but for what `internationalNameHolds` asks. */
export const internationalHostname = `${label}(?:\\.${label})*`;

const atom = `[\\u{80}-\\u{10FFFF}${atomic}]+`;
/** RFC 6531 §3.3: a dot-atom with any characters beyond ASCII, at such a host name of at least two labels. */
export const internationalEmail = `${atom}(?:\\.${atom})*@${label}(?:\\.${label})+`;

/** Characters of canonical combining class 9 (Unicode 15.1), after which joiners may stand. */
const viramas =
  "\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D3B\\u0D3C\\u0D4D\\u0DCA\\u0E3A\\u0EBA\\u0F84\\u1039\\u103A" +
  "\\u1714\\u1715\\u1734\\u17D2\\u1A60\\u1B44\\u1BAA\\u1BAB\\u1BF2\\u1BF3\\u2D7F\\uA806\\uA82C\\uA8C4\\uA953\\uA9C0\\uAAF6" +
  "\\uABED\\u{10A3F}\\u{11046}\\u{11070}\\u{1107F}\\u{110B9}\\u{11133}\\u{11134}\\u{111C0}\\u{11235}\\u{112EA}\\u{1134D}" +
  "\\u{11442}\\u{114C2}\\u{115BF}\\u{1163F}\\u{116B6}\\u{1172B}\\u{11839}\\u{1193D}\\u{1193E}\\u{119E0}\\u{11A34}\\u{11A47}" +
  "\\u{11A99}\\u{11C3F}\\u{11D44}\\u{11D45}\\u{11D97}";

/** What is in no label: RFC 5892 appendix A (without the second rule of A.1), and hyphens as of RFC 5891 §4.2.3.1. */
const misplaced = new RegExp(
  [
    "^..--",
    "(?<!l)\\u00B7|\\u00B7(?!l)",
    "\\u0375(?!\\p{Script=Greek})",
    "(?<!\\p{Script=Hebrew})[\\u05F3\\u05F4]",
    `(?<![${viramas}])[\\u200C\\u200D]`,
    "[\\u0660-\\u0669].*[\\u06F0-\\u06F9]|[\\u06F0-\\u06F9].*[\\u0660-\\u0669]",
    "^(?=.*\\u30FB)[^\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}]*$",
  ].join("|"),
  "u",
);
/** RFC 1034 §3.1: the most octets of a label, and of a name with its dots. */
const longestLabel = 63;
const longestName = 253;

/**
 * What RFC 5890 to 5892 ask of a host name beyond its characters: contexts, normal form C and the length of what is written to
 * the network. Not the direction of writing (RFC 5893), nor whether joiners stand between letters that join.
 */
export function internationalNameHolds(name: string): boolean {
  if (name.length > longestName) return false;
  let length = -1;
  for (const label of name.split(".")) {
    const ascii = /^[A-Za-z0-9-]*$/.test(label);
    if (!(ascii && /^xn--/i.test(label)) && misplaced.test(label)) return false;
    if (label.normalize("NFC") !== label) return false;
    const octets = ascii ? label.length : "xn--".length + punycodeLength(label);
    if (octets > longestLabel) return false;
    length += octets + 1;
  }
  return length <= longestName;
}

/** How many characters Punycode (RFC 3492 §6.3) takes for a label that has some beyond ASCII. */
function punycodeLength(label: string): number {
  const points = Array.from(label, (character) => character.codePointAt(0)!);
  const basic = points.filter((point) => point < 0x80).length;
  let length = basic === 0 ? 0 : basic + 1;
  let [next, delta, bias, handled] = [0x80, 0, 72, basic];
  while (handled < points.length) {
    const least = points.reduce((found, point) => (point >= next && point < found ? point : found), 0x110000);
    delta += (least - next) * (handled + 1);
    next = least;
    for (const point of points) {
      if (point < next) delta++;
      if (point !== next) continue;
      let rest = delta;
      for (let k = 36; ; k += 36) {
        length++;
        const threshold = Math.min(26, Math.max(1, k - bias));
        if (rest < threshold) break;
        rest = Math.floor((rest - threshold) / (36 - threshold));
      }
      bias = adapted(delta, handled + 1, handled === basic);
      delta = 0;
      handled++;
    }
    delta++;
    next++;
  }
  return length;
}

/** RFC 3492 §6.1. */
function adapted(delta: number, count: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? 700 : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
