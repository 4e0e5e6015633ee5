/** Sorts tokens by the room that they need (by counting), and says per room how many need no more. */
export function sortedByRoom(
  tokens: Uint32Array,
  rooms: ArrayLike<number>,
  count: number,
  most: number,
): { readonly sorted: Uint32Array; readonly upTo: Uint32Array } {
  const upTo = new Uint32Array(most + 1);
  for (let i = 0; i < count; i++) upTo[rooms[i]!]!++;
  const next = new Uint32Array(most + 1);
  for (let r = 1; r <= most; r++) upTo[r]! += next[r] = upTo[r - 1]!;
  const sorted = new Uint32Array(count);
  for (let i = 0; i < count; i++) sorted[next[rooms[i]!]!++] = tokens[i]!;
  return { sorted, upTo };
}
