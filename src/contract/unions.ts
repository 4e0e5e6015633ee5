/**
 * ajv reports a failed `anyOf` or `oneOf` as every error of every branch, and a failed `contains` as every error of every
 * item. A model needs one thing to do: this keeps the errors of the branch the value came nearest to, and of `contains`
 * just that.
 */
import type { ErrorObject } from "ajv";
import { partOfUnion } from "./narrow.ts";
import { ownValue } from "./own.ts";
import { resolveRef } from "./pointer.ts";

/**
 * Errors without the noise of unions. For each failed union, innermost first:
 * - if no branch takes a value of this type, one error of keyword `type` that lists all types taken;
 * - if every branch is a choice of values, one error of keyword `enum` that lists them all;
 * - else the errors of the branch that fits best: right type first, then right discriminator (no `const` or `enum`
 *   fails on a property), then fewest errors; if two fit equally well, the union's own error alone.
 *
 * ajv reports the errors of a compound keyword's parts first, branch by branch, and its own last, so only the tail of
 * what has been kept is ever looked at. Which branch an error is from, its `parentSchema` tells: schema paths begin
 * anew at every reference.
 */
export function simplifyUnions(errors: readonly ErrorObject[], root: unknown): ErrorObject[] {
  const branches = new Map<unknown, Branches>();
  const branchesOf = (union: ErrorObject) => {
    const known = branches.get(union.schema) ?? readBranches(union.schema, root);
    branches.set(union.schema, known);
    return known;
  };
  const kept: Kept[] = [];
  for (const error of errors) {
    const last = kept.at(-1)?.error;
    if (ownValue(error.parentSchema, "$comment") === partOfUnion && error.keyword === "anyOf") {
      // Its branches are those of the longer union, whose error is still to come.
    } else if (error.keyword === "anyOf" || (error.keyword === "oneOf" && !error.params.passingSchemas)) {
      const known = branchesOf(error);
      const inside = kept.splice(firstInside(kept, error, known));
      // Seen from a union further out, what is left belongs to this one.
      for (const chosen of resolve(error, inside, known)) kept.push({ error: chosen, owner: error.parentSchema });
    } else if (error.keyword === "contains") {
      // That single items don't fit is no fault: enough of them must.
      kept.splice(firstOfItems(kept, error, root));
      kept.push({ error, owner: error.parentSchema });
    } else if (error.keyword === "if" && last && isAt(last, error.instancePath)) {
      // The errors of the failed `then` or `else` have said it better.
    } else if (error.keyword === "propertyNames" && last?.propertyName === error.params.propertyName) {
      // So has the error of the name itself.
    } else {
      kept.push({ error, owner: error.parentSchema });
    }
  }
  return kept.map(({ error }) => error);
}

/** An error, and the schema object by which it is known which branch of a union it is from. */
interface Kept {
  readonly error: ErrorObject;
  readonly owner: unknown;
}

/** For each branch of a union, every object it is made of, behind references too; and all of these together. */
interface Branches {
  readonly each: readonly ReadonlySet<unknown>[];
  readonly all: ReadonlySet<unknown>;
}

function readBranches(union: unknown, root: unknown): Branches {
  const each = branchesIn(union, root).map((branch) => reachable(branch, root));
  return { each, all: new Set(each.flatMap((parts) => [...parts])) };
}

/** The branches of a union; of one that was split into parts, those of the parts. */
function branchesIn(union: unknown, root: unknown): unknown[] {
  if (!Array.isArray(union)) return [];
  return union.flatMap((branch) => {
    const reference = ownValue(branch, "$ref");
    const target = typeof reference === "string" ? resolveRef(reference, root) : branch;
    return ownValue(target, "$comment") === partOfUnion ? branchesIn(ownValue(target, "anyOf"), root) : [branch];
  });
}

function reachable(schema: unknown, root: unknown): ReadonlySet<unknown> {
  const found = new Set<unknown>([schema]);
  // A Set hands out what is added while it is walked.
  for (const part of found) {
    if (typeof part !== "object" || part === null) continue;
    for (const inner of Object.values(part)) if (typeof inner === "object" && inner !== null) found.add(inner);
    const ref = ownValue(part, "$ref");
    if (typeof ref === "string") found.add(resolveRef(ref, root));
  }
  return found;
}

/** Where the run of errors at the end that come from the union's branches begins. */
function firstInside(kept: readonly Kept[], union: ErrorObject, branches: Branches): number {
  let from = kept.length;
  while (from > 0 && isInside(kept[from - 1]!, union, branches)) from--;
  return from;
}

/** Where the run of errors at the end begins that say why items don't fit `contains`. */
function firstOfItems(kept: readonly Kept[], contains: ErrorObject, root: unknown): number {
  const parts = reachable(contains.schema, root);
  const { items, prefixItems } = Object(contains.parentSchema) as Record<string, unknown>;
  // Where items must fit the very same schema, their errors can't be told from these, and stay.
  for (const part of reachable([items, prefixItems], root))
    if (part !== undefined && parts.has(part)) return kept.length;
  let from = kept.length;
  while (from > 0 && isItemOf(kept[from - 1]!, contains, parts)) from--;
  return from;
}

function isItemOf({ error, owner }: Kept, contains: ErrorObject, parts: ReadonlySet<unknown>): boolean {
  return error.instancePath.startsWith(`${contains.instancePath}/`) && parts.has(owner);
}

function isInside({ error, owner }: Kept, union: ErrorObject, branches: Branches): boolean {
  const beside = owner === union.parentSchema && error.instancePath === union.instancePath;
  return !beside && isAt(error, union.instancePath) && branches.all.has(owner);
}

function isAt(error: ErrorObject, path: string): boolean {
  return error.instancePath === path || error.instancePath.startsWith(`${path}/`);
}

function resolve(union: ErrorObject, inside: readonly Kept[], branches: Branches): ErrorObject[] {
  if (inside.length === 0) return [union];
  const path = union.instancePath;
  const failed = split(inside, branches);
  const typeErrors = failed.map((errors) => errors.find((error) => isTypeError(error, path)));
  if (typeErrors.every((error) => error !== undefined)) {
    const types = new Set(typeErrors.flatMap((error) => error.params.type as string | string[]));
    return [{ ...typeErrors[0]!, params: { type: [...types] } }];
  }
  const all = failed.flat();
  if (all.every((error) => isChoice(error) && error.instancePath === path)) {
    const values = all.flatMap(({ params }) => params.allowedValues ?? [params.allowedValue]);
    return [{ ...all[0]!, keyword: "enum", params: { allowedValues: values } }];
  }
  const ranked = failed.map((errors) => ({ errors, rank: rankOf(errors, path) }));
  ranked.sort((a, b) => compareRanks(a.rank, b.rank));
  const [first, second] = ranked;
  return second && compareRanks(first!.rank, second.rank) === 0 ? [union] : first!.errors;
}

/** Cuts the errors, which come branch after branch, into branches. */
function split(inside: readonly Kept[], branches: Branches): ErrorObject[][] {
  const failed = branches.each.map((): ErrorObject[] => []);
  let current = 0;
  for (const { error, owner } of inside) {
    let index = current;
    while (index < branches.each.length && !branches.each[index]!.has(owner)) index++;
    if (index < branches.each.length) current = index;
    failed[current]!.push(error);
  }
  return failed.filter((errors) => errors.length > 0);
}

function rankOf(errors: readonly ErrorObject[], path: string): readonly number[] {
  const wrongType = errors.some((error) => isTypeError(error, path));
  const wrongKind = errors.some((error) => isChoice(error) && error.instancePath.lastIndexOf("/") <= path.length);
  return [wrongType ? 1 : 0, wrongKind ? 1 : 0, errors.length];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}

function isTypeError(error: ErrorObject, path: string): boolean {
  return error.keyword === "type" && error.instancePath === path;
}

function isChoice({ keyword }: ErrorObject): boolean {
  return keyword === "const" || keyword === "enum";
}
