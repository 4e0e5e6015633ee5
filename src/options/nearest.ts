/** The nearest of several names, for "did you mean". */

/** Names longer than this (in code points) are compared by their start: no tool or property is that long. */
const longest = 64;

/**
 * The candidate most like `name`, or undefined if none is near. Letter case and the separators `-`, `_`, `.`, space are
 * ignored; near means at most a third of the longer name's characters (rounded down) differ. Of equally near ones the
 * first counts.
 *
 * Distance: optimal string alignment, that is Levenshtein's insertions, deletions and substitutions (1965) computed row
 * by row (Wagner and Fischer, "The string-to-string correction problem", 1974), plus the swap of neighbours that
 * Damerau found to be a common slip ("A technique for computer detection and correction of spelling errors", 1964).
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(name);
  if (wanted.length === 0) return undefined;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const other = fold(candidate);
    const limit = Math.floor(Math.max(wanted.length, other.length) / 3);
    if (Math.abs(wanted.length - other.length) > limit) continue;
    const distance = alignmentDistance(wanted, other);
    if (distance <= limit && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function fold(name: string): string[] {
  return Array.from(
    name
      .slice(0, 2 * longest)
      .toLowerCase()
      .replace(/[-_.\s]/g, ""),
  ).slice(0, longest);
}

function alignmentDistance(a: readonly string[], b: readonly string[]): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let distance = Math.min(last[j]! + 1, row[j - 1]! + 1, substituted);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) distance = Math.min(distance, beforeLast[j - 2]! + 1);
      row.push(distance);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
