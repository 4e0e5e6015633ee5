/* Addresses of hosts and mail, as sources of patterns. */

const byteNumber = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
/** RFC 2673 §3.2, without leading zeros. */
export const ipv4 = `(?:${byteNumber}\\.){3}${byteNumber}`;

/** RFC 4291 §2.2: eight groups, one run of which may be `::`; the last two may be written as IPv4. */
export const ipv6 = sixteenBytes();

function sixteenBytes(): string {
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
export const hostname = `${label}(?:\\.${label})*`;

/** RFC 5322 dot-atom at a host name of at least two labels; quoted local parts and address literals are left out. */
export const atomic = "A-Za-z0-9!#$%&'*+/=?^_`{|}~-";
const domain = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
export const email = `[${atomic}]+(?:\\.[${atomic}]+)*@${domain}(?:\\.${domain})+`;
