import type { Case } from "./cases.ts";
import type { Place, SchemaDocument } from "./document.ts";
import { keywordsOf, read, types, valuesOf } from "./keywords.ts";

/** What tells a case apart at first sight: its types, and the properties that can only have certain literals. */
interface Profile {
  readonly types: number;
  readonly literals: ReadonlyMap<string, ReadonlySet<unknown>>;
  readonly required: ReadonlySet<string>;
}

/** The profiles of a schema's cases. */
export function profilesOf(document: SchemaDocument, cases: readonly Case[]): Profile[] {
  return cases.map((one) => {
    const literals = new Map<string, ReadonlySet<unknown>>();
    const required = new Set<string>();
    for (const place of one.members) {
      for (const name of read.names(place, "required") ?? []) required.add(name);
      for (const name of Object.keys(read.map(place, "properties") ?? {})) {
        const values = literalsOf(document.child(place, "properties", name));
        if (values && !literals.has(name)) literals.set(name, values);
      }
    }
    return { types: one.types, literals, required };
  });
}

function literalsOf(place: Place): ReadonlySet<unknown> | undefined {
  if (typeof keywordsOf(place).$ref === "string") return undefined;
  const values = valuesOf(place, "const") ?? valuesOf(place, "enum");
  return values?.every((value) => typeof value !== "object" || value === null) ? new Set(values) : undefined;
}

/** Can no value fit one of these and one of those? False also means that it isn't plain to see. */
export function plainlyApart(these: readonly Profile[], those: readonly Profile[]): boolean {
  return these.every((a) => those.every((b) => apart(a, b)));
}

function apart(a: Profile, b: Profile): boolean {
  const common = a.types & b.types;
  if (common === 0) return true;
  if (common !== types.object) return false;
  for (const [name, values] of a.literals) {
    const others = b.literals.get(name);
    if (!others || !(a.required.has(name) || b.required.has(name))) continue;
    if (![...values].some((value) => others.has(value))) return true;
  }
  return false;
}
