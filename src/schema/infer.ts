import type { StandardSchema } from "./json-schema.ts";

/**
 * The type of the values that a schema allows. A Standard Schema says its output type itself. A JSON Schema written as
 * a literal (`as const`) is read: `type`, `properties`, `required`, `additionalProperties`, `items`, `prefixItems`,
 * `minItems`, `enum`, `const`, `anyOf`, `oneOf`, and references to its own `$defs`, one level deep. Whatever else it
 * says, and whatever can't be read, is `unknown` or left out.
 */
export type Infer<S> =
  S extends StandardSchema<infer _Input, infer Output> ? Output : S extends boolean ? unknown : OfSchema<S, DefsOf<S>>;

/** The type of what a model writes for a schema: a Standard Schema's input, before its transforms; else as `Infer`. */
export type InferInput<S> = S extends StandardSchema<infer Input, infer _Output> ? Input : Infer<S>;

/**
 * A value of type `T` while it is being written: any part may be missing, and nothing may be changed. It is never
 * assignable to `T`, so an unfinished value can't be taken for a finished one: where its parts alone would be (all of
 * an object's properties are optional, or `T` is a string), it may also be `undefined`.
 */
export type Unfinished<T> = unknown extends T ? unknown : [Parts<T>] extends [T] ? Parts<T> | undefined : Parts<T>;

type Parts<T> = unknown extends T
  ? unknown
  : T extends readonly unknown[]
    ? number extends T["length"]
      ? readonly Parts<T[number]>[]
      : { readonly [K in keyof T]?: Parts<T[K]> }
    : T extends object
      ? { readonly [K in keyof T]?: Parts<T[K]> }
      : // Text grows by characters: what will be one of a few texts is not one of them yet.
        T extends string
        ? string
        : T;

type DefsOf<S> = S extends { readonly $defs: infer Defs }
  ? Defs
  : S extends { readonly definitions: infer Defs }
    ? Defs
    : object;

type OfSchema<S, Defs> = S extends { readonly const: infer Value }
  ? Mutable<Value>
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Mutable<Value>
    : S extends { readonly anyOf: readonly (infer Branch)[] }
      ? OfEach<Branch, Defs>
      : S extends { readonly oneOf: readonly (infer Branch)[] }
        ? OfEach<Branch, Defs>
        : S extends { readonly $ref: `#/${"$defs" | "definitions"}/${infer Name}` }
          ? Name extends keyof Defs
            ? OfSchema<Defs[Name], object>
            : unknown
          : S extends { readonly type: infer Type }
            ? OfType<Type, S, Defs>
            : unknown;

type OfEach<Branch, Defs> = Branch extends unknown ? OfSchema<Branch, Defs> : never;

type OfType<Type, S, Defs> = Type extends readonly (infer Each)[]
  ? OfEachType<Each, S, Defs>
  : Type extends keyof ScalarTypes
    ? ScalarTypes[Type]
    : Type extends "array"
      ? OfArray<S, Defs>
      : Type extends "object"
        ? OfObject<S, Defs>
        : unknown;

type OfEachType<Type, S, Defs> = Type extends unknown ? OfType<Type, S, Defs> : never;

interface ScalarTypes {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
}

type OfArray<S, Defs> = S extends { readonly prefixItems: infer Prefix extends readonly unknown[] }
  ? S extends { readonly items: false }
    ? OfTuple<Prefix, Defs, S extends { readonly minItems: infer Least } ? Least : 0>
    : unknown[]
  : S extends { readonly items: infer Items }
    ? OfSchema<Items, Defs>[]
    : unknown[];

/** A tuple whose items are optional once the least number is reached; `Least` may be no literal, then all are. */
type OfTuple<
  Prefix extends readonly unknown[],
  Defs,
  Least,
  Done extends readonly unknown[] = [],
> = Prefix extends readonly [infer First, ...infer Rest]
  ? Least extends Done["length"]
    ? [...Done, ...Partial<AllOf<Prefix, Defs>>]
    : OfTuple<Rest, Defs, Least, [...Done, OfSchema<First, Defs>]>
  : Done;

type AllOf<Prefix extends readonly unknown[], Defs> = Prefix extends readonly [infer First, ...infer Rest]
  ? [OfSchema<First, Defs>, ...AllOf<Rest, Defs>]
  : [];

type OfObject<S, Defs> = S extends { readonly properties: infer Properties }
  ? Flat<
      { [K in keyof Properties as K extends RequiredOf<S> ? K : never]: OfSchema<Properties[K], Defs> } & {
        [K in keyof Properties as K extends RequiredOf<S> ? never : K]?: OfSchema<Properties[K], Defs>;
      }
    >
  : S extends { readonly additionalProperties: infer Rest extends object }
    ? Record<string, OfSchema<Rest, Defs>>
    : Record<string, unknown>;

type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

type Flat<T> = { -readonly [K in keyof T]: T[K] };

type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;
