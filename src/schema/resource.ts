import { ipv6 } from "./address.ts";

/*
 * The syntax of references to resources, as sources of patterns: RFC 3986 (URI), RFC 3987 (IRI) and RFC 6570 (templates),
 * without what only a scheme of its own asks for.
 */

const escaped = "%[0-9A-Fa-f]{2}";

/** RFC 3987 ucschar and iprivate, as parts of a class. */
const planes = Array.from({ length: 13 }, (_, i) => {
  const plane = (i + 2).toString(16).toUpperCase();
  return `\\u{${plane}0000}-\\u{${plane}FFFD}`;
}).join("");
const ucschar = `\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}\\u{10000}-\\u{1FFFD}${planes}\\u{E1000}-\\u{EFFFD}`;
const iprivate = "\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}";

/** RFC 3986 §3, with further characters in all its parts and in the query. */
function generic(more: string, queries: string): { absolute: string; reference: string } {
  const plain = `A-Za-z0-9._~!$&'()*+,;=${more}-`;
  const name = `(?:[${plain}]|${escaped})`;
  const character = `(?:[:@${plain}]|${escaped})`;
  const literal = `\\[(?:${ipv6}|[vV][0-9A-Fa-f]+\\.[A-Za-z0-9._~!$&'()*+,;=:-]+)\\]`;
  const authority = `(?:(?:${name}|:)*@)?(?:${literal}|${name}*)(?::\\d*)?`;
  const segments = `(?:/${character}*)*`;
  const rooted = `//${authority}${segments}|/(?:${character}+${segments})?`;
  const query = `(?:\\?(?:[:@/?${queries}${plain}]|${escaped})*)?`;
  const tail = `${query}(?:#(?:[:@/?${plain}]|${escaped})*)?`;
  const scheme = `[A-Za-z][A-Za-z0-9+.-]*:(?:${rooted}|${character}+${segments})?`;
  return {
    absolute: `${scheme}${tail}`,
    reference: `(?:${scheme}|${rooted}|(?:(?:[@${plain}]|${escaped})+${segments})?)${tail}`,
  };
}

/** RFC 3986 URI and URI-reference. */
export const uri = generic("", "");
/** RFC 3987 IRI and IRI-reference. */
export const iri = generic(ucschar, iprivate);

const variable = `(?:[A-Za-z0-9_]|${escaped})+(?:\\.(?:[A-Za-z0-9_]|${escaped})+)*(?::[1-9]\\d{0,3}|\\*)?`;
/** RFC 6570 §2, with the apostrophe (erratum 6937). */
export const uriTemplate = `(?:[!#$&-;=?-[\\]_a-z~${ucschar}${iprivate}]|${escaped}|\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\})*`;
