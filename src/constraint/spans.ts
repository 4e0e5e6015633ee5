/** Where the values that are open begin, followed byte by byte. Immutable: going back costs nothing. */

/** Open containers, innermost first. */
interface Open {
  readonly start: number;
  readonly above: Open | undefined;
}

/** What the text so far is in the midst of. */
export interface Spans {
  /** Bytes so far. */
  readonly length: number;
  readonly open: Open | undefined;
  /** Where the last scalar began. */
  readonly scalar: number;
  /** Where the container that was closed last began. */
  readonly closed: number;
  /** 0 outside of scalars, 1 in a string, 2 after a backslash, 3 in another scalar. */
  readonly inside: 0 | 1 | 2 | 3;
}

export const noSpans: Spans = { length: 0, open: undefined, scalar: 0, closed: 0, inside: 0 };

/** What one more byte of valid JSON changes. */
export function follow({ length: at, open, scalar, closed, inside }: Spans, byte: number): Spans {
  if (inside === 2) return spans(at, open, scalar, closed, 1);
  if (inside === 1) return spans(at, open, scalar, closed, byte === 0x22 ? 0 : byte === 0x5c ? 2 : 1);
  if (byte === 0x22) return spans(at, open, at, closed, 1);
  if (byte === 0x7b || byte === 0x5b) return spans(at, { start: at, above: open }, scalar, closed, 0);
  if (byte === 0x7d || byte === 0x5d) return spans(at, open!.above, scalar, open!.start, 0);
  if (byte === 0x2c || byte === 0x3a || byte <= 0x20) return spans(at, open, scalar, closed, 0);
  return inside === 3 ? spans(at, open, scalar, closed, 3) : spans(at, open, at, closed, 3);
}

function spans(at: number, open: Open | undefined, scalar: number, closed: number, inside: 0 | 1 | 2 | 3): Spans {
  return { length: at + 1, open, scalar, closed, inside };
}
