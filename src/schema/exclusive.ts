import type { Case } from "./cases.ts";
import type { Place, SchemaDocument } from "./document.ts";
import { keywordsOf, read, types, valuesOf } from "./keywords.ts";

/** What tells a case apart at first sight: its types, its literals, and the properties that can only have certain ones. */
interface Profile {
  readonly types: number;
  /** The values that it leaves, if it leaves only some scalars. */
  readonly values: ReadonlySet<unknown> | undefined;
  readonly literals: ReadonlyMap<string, ReadonlySet<unknown>>;
  readonly required: ReadonlySet<string>;
}

/** How many pairs of cases are looked at for each that may be left unclear. */
const looksPerPair = 200;

/**
 * The pairs of branches of which it isn't plain that no value fits both, by number; `undefined`: more than `limit`.
 *
 * Branches are mostly told apart by a literal: they are one, or they need a property that is. So only cases are compared
 * that have the same literal there, or none: that is few pairs, however many branches there are.
 */
export function unclearPairs(
  document: SchemaDocument,
  branches: readonly (readonly Case[])[],
  limit: number,
): [number, number][] | undefined {
  const cases = branches.flatMap((list, branch) => list.map((one) => ({ branch, profile: profileOf(document, one) })));
  const name = discriminatorOf(cases.map(({ profile }) => profile));
  const unclear = new Map<number, [number, number]>();
  let looks = looksPerPair * limit;
  const compare = (a: (typeof cases)[number], b: (typeof cases)[number]): boolean => {
    if (a.branch === b.branch) return true;
    if (--looks < 0) return false;
    const [low, high] = a.branch < b.branch ? [a.branch, b.branch] : [b.branch, a.branch];
    if (!apart(a.profile, b.profile)) unclear.set(low * branches.length + high, [low, high]);
    return unclear.size <= limit;
  };
  const byValue = new Map<unknown, typeof cases>();
  const plain: typeof cases = [];
  const all: typeof cases = [];
  for (const one of cases) {
    const values = one.profile.values ?? valuesAt(one.profile, name);
    // A case without a value to tell it by may overlap with any other.
    const others = values ? new Set([...plain, ...[...values].flatMap((value) => byValue.get(value) ?? [])]) : all;
    for (const other of others) if (!compare(one, other)) return undefined;
    all.push(one);
    if (!values) plain.push(one);
    for (const value of values ?? []) {
      const known = byValue.get(value);
      if (known) known.push(one);
      else byValue.set(value, [one]);
    }
  }
  return [...unclear.values()];
}

function profileOf(document: SchemaDocument, one: Case): Profile {
  const literals = new Map<string, ReadonlySet<unknown>>();
  const required = new Set<string>();
  let values: ReadonlySet<unknown> | undefined;
  for (const place of one.members) {
    values ??= literalsOf(place);
    for (const name of read.names(place, "required") ?? []) required.add(name);
    for (const name of Object.keys(read.map(place, "properties") ?? {})) {
      const listed = literalsOf(document.child(place, "properties", name));
      if (listed && !literals.has(name)) literals.set(name, listed);
    }
  }
  return { types: one.types, values, literals, required };
}

function literalsOf(place: Place): ReadonlySet<unknown> | undefined {
  if (typeof keywordsOf(place).$ref === "string") return undefined;
  const values = valuesOf(place, "const") ?? valuesOf(place, "enum");
  return values?.every((value) => typeof value !== "object" || value === null) ? new Set(values) : undefined;
}

/** The property that most objects need and have a literal for. */
function discriminatorOf(profiles: readonly Profile[]): string | undefined {
  const counts = new Map<string, number>();
  for (const profile of profiles) {
    for (const name of profile.literals.keys()) {
      if (valuesAt(profile, name)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  let best: string | undefined;
  for (const [name, count] of counts) if (best === undefined || count > counts.get(best)!) best = name;
  return best;
}

/** The literals of a property without which no value fits, if the case takes only objects. */
function valuesAt(profile: Profile, name: string | undefined): ReadonlySet<unknown> | undefined {
  if (name === undefined || profile.types !== types.object || !profile.required.has(name)) return undefined;
  return profile.literals.get(name);
}

/** Can no value fit both? False also means that it isn't plain to see. */
function apart(a: Profile, b: Profile): boolean {
  const common = a.types & b.types;
  if (common === 0) return true;
  if (a.values && b.values && disjoint(a.values, b.values)) return true;
  if (common !== types.object) return false;
  for (const [name, values] of a.literals) {
    const others = b.literals.get(name);
    if (others && (a.required.has(name) || b.required.has(name)) && disjoint(values, others)) return true;
  }
  return false;
}

function disjoint(a: ReadonlySet<unknown>, b: ReadonlySet<unknown>): boolean {
  for (const value of a) if (b.has(value)) return false;
  return true;
}
