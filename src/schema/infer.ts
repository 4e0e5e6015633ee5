import type { StandardSchema } from "./json-schema.ts";

/**
 * The type of the values that a schema allows. A Standard Schema says its output type itself. A JSON Schema written as
 * a literal (`as const`) is read: `type`, `properties`, `required`, `additionalProperties`, `items`, `prefixItems`,
 * `enum`, `const`, `anyOf`, `oneOf`, and references to its own `$defs` one level deep. Whatever else is `unknown`.
 */
export type Infer<S> =
  S extends StandardSchema<infer _, infer Output> ? Output : S extends boolean ? unknown : OfSchema<S, DefsOf<S>>;

/** What a value of type `T` is while it is being written: any part may be missing, and nothing may be changed. */
export type Unfinished<T> = T extends readonly (infer Item)[]
  ? readonly Unfinished<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: Unfinished<T[K]> }
    : T;

type DefsOf<S> = S extends { readonly $defs: infer D } ? D : object;

type OfSchema<S, Defs> = S extends { readonly const: infer C }
  ? Mutable<C>
  : S extends { readonly enum: readonly (infer E)[] }
    ? Mutable<E>
    : S extends { readonly anyOf: readonly (infer B)[] }
      ? OfEach<B, Defs>
      : S extends { readonly oneOf: readonly (infer B)[] }
        ? OfEach<B, Defs>
        : S extends { readonly $ref: `#/$defs/${infer Name}` }
          ? Name extends keyof Defs
            ? OfSchema<Defs[Name], object>
            : unknown
          : S extends { readonly type: infer T }
            ? OfType<T, S, Defs>
            : unknown;

type OfEach<B, Defs> = B extends unknown ? OfSchema<B, Defs> : never;

type OfType<T, S, Defs> = T extends readonly (infer Each)[]
  ? Each extends unknown
    ? OfType<Each, S, Defs>
    : never
  : T extends "string"
    ? string
    : T extends "number" | "integer"
      ? number
      : T extends "boolean"
        ? boolean
        : T extends "null"
          ? null
          : T extends "array"
            ? OfArray<S, Defs>
            : T extends "object"
              ? OfObject<S, Defs>
              : unknown;

type OfArray<S, Defs> = S extends { readonly prefixItems: infer P extends readonly unknown[] }
  ? S extends { readonly items: false }
    ? Partial<OfTuple<P, Defs>>
    : unknown[]
  : S extends { readonly items: infer Items }
    ? OfSchema<Items, Defs>[]
    : unknown[];

type OfTuple<P extends readonly unknown[], Defs> = P extends readonly [infer First, ...infer Rest]
  ? [OfSchema<First, Defs>, ...OfTuple<Rest, Defs>]
  : [];

type OfObject<S, Defs> = S extends { readonly properties: infer P }
  ? Flat<
      { [K in keyof P as K extends RequiredOf<S> ? K : never]: OfSchema<P[K], Defs> } & {
        [K in keyof P as K extends RequiredOf<S> ? never : K]?: OfSchema<P[K], Defs>;
      }
    >
  : S extends { readonly additionalProperties: infer A extends object }
    ? Record<string, OfSchema<A, Defs>>
    : Record<string, unknown>;

type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

type Flat<T> = { [K in keyof T]: T[K] };

type Mutable<T> = T extends readonly (infer _)[]
  ? { -readonly [K in keyof T]: Mutable<T[K]> }
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T;
