import { describe, expectTypeOf, it } from "vitest";
import { z } from "zod";
import type { Infer, Unfinished } from "../../src/schema/index.ts";

describe("Infer", () => {
  it("takes a Standard Schema's output type", () => {
    const schema = z.object({ name: z.string(), tags: z.array(z.enum(["a", "b"])).max(3), age: z.number().optional() });
    expectTypeOf<Infer<typeof schema>>().toEqualTypeOf<{
      name: string;
      tags: ("a" | "b")[];
      age?: number | undefined;
    }>();
  });

  it("reads properties, required ones apart from optional ones", () => {
    const schema = {
      type: "object",
      properties: { id: { type: "integer" }, note: { type: ["string", "null"] }, done: { type: "boolean" } },
      required: ["id", "note"],
      additionalProperties: false,
    } as const;
    expectTypeOf<Infer<typeof schema>>().toEqualTypeOf<{ id: number; note: string | null; done?: boolean }>();
  });

  it("reads items, tuples, enum, const, unions and maps", () => {
    const list = { type: "array", items: { enum: ["low", "high", null, 3] } } as const;
    expectTypeOf<Infer<typeof list>>().toEqualTypeOf<("low" | "high" | null | 3)[]>();
    const pair = { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false } as const;
    expectTypeOf<Infer<typeof pair>>().toEqualTypeOf<[string?, number?]>();
    const full = { ...pair, minItems: 1 } as const;
    expectTypeOf<Infer<typeof full>>().toEqualTypeOf<[string, number?]>();
    const union = { anyOf: [{ type: "string" }, { const: 1 }, { type: "array", items: { type: "number" } }] } as const;
    expectTypeOf<Infer<typeof union>>().toEqualTypeOf<string | 1 | number[]>();
    const map = { type: "object", additionalProperties: { type: "number" } } as const;
    expectTypeOf<Infer<typeof map>>().toEqualTypeOf<Record<string, number>>();
    const literal = { const: { a: [1, "x"] } } as const;
    expectTypeOf<Infer<typeof literal>>().toEqualTypeOf<{ a: [1, "x"] }>();
  });

  it("follows a reference to $defs one level", () => {
    const schema = {
      type: "object",
      properties: { point: { $ref: "#/$defs/point" } },
      required: ["point"],
      $defs: {
        point: {
          type: "object",
          properties: { x: { type: "number" }, next: { $ref: "#/$defs/point" } },
          required: ["x"],
        },
      },
    } as const;
    expectTypeOf<Infer<typeof schema>["point"]>().toEqualTypeOf<{ x: number; next?: unknown }>();
  });

  it("says unknown where it can't read", () => {
    expectTypeOf<Infer<true>>().toEqualTypeOf<unknown>();
    expectTypeOf<Infer<{ readonly minimum: 3 }>>().toEqualTypeOf<unknown>();
    expectTypeOf<Infer<{ readonly [keyword: string]: unknown }>>().toEqualTypeOf<unknown>();
  });
});

describe("Unfinished", () => {
  interface Job {
    title: string;
    steps: { id: number; tags: string[] }[];
    note?: string | null;
  }

  it("makes every part optional and readonly", () => {
    type Part = Unfinished<Job>;
    expectTypeOf<NonNullable<Part["steps"]>[number]>().toEqualTypeOf<{
      readonly id?: number;
      readonly tags?: readonly string[];
    }>();
    expectTypeOf<Part["title"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Part>().toEqualTypeOf<{
      readonly title?: string;
      readonly steps?: readonly { readonly id?: number; readonly tags?: readonly string[] }[];
      readonly note?: string | null;
    }>();
  });

  it("is never assignable to the finished type, while a finished value is an unfinished one", () => {
    expectTypeOf<Unfinished<Job>>().not.toExtend<Job>();
    expectTypeOf<Job>().toExtend<Unfinished<Job>>();
    expectTypeOf<Unfinished<string>>().not.toExtend<string>();
    expectTypeOf<Unfinished<string[]>>().not.toExtend<string[]>();
    expectTypeOf<Unfinished<readonly string[]>>().not.toExtend<readonly string[]>();
    expectTypeOf<Unfinished<{ a?: string }>>().not.toExtend<{ a?: string }>();
    expectTypeOf<Unfinished<[number, string]>>().not.toExtend<[number, string]>();
    expectTypeOf<Unfinished<Job | null>>().not.toExtend<Job | null>();
  });

  it("leaves unknown alone", () => {
    expectTypeOf<Unfinished<unknown>>().toEqualTypeOf<unknown>();
    expectTypeOf<Unfinished<{ a: unknown }>>().toEqualTypeOf<{ readonly a?: unknown }>();
  });
});
