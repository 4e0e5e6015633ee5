/** Lengths, counts and keys far beyond what one state each would bear. */
import { expect, it } from "vitest";
import { createConstraint } from "../../src/constraint/index.ts";
import { OptionError } from "../../src/options/index.ts";
import { vocabularyOf } from "./support.ts";

const accepts = (constraint: ReturnType<typeof createConstraint>, text: string) =>
  [...new TextEncoder().encode(text)].every((byte) => constraint.accept(byte));

it("a least length that no automaton can hold beside its pattern is judged as the string ends", () => {
  const schema = {
    type: "string",
    pattern: "^([a-z][0-9]){1,50}(xy){1,45}$|^(q7)*(w8){40}$|^([0-9]{3}-)*$",
    minLength: 5000,
  };
  const start = createConstraint(schema, vocabularyOf([]));
  const group = "123-";
  for (const [count, whole] of [
    [1249, false],
    [1250, true],
    [1300, true],
  ] as const) {
    const constraint = start.fork();
    expect(accepts(constraint, `"${group.repeat(count)}`)).toBe(true);
    expect(constraint.unsettled).toBe(true);
    expect(constraint.accepts(0x22)).toBe(whole);
    const mask = constraint.mask();
    expect((mask[0x22 >> 5]! & (1 << (0x22 & 31))) !== 0).toBe(whole);
  }
});

it("keys that aren't named: none twice, however many there are, and after going back", () => {
  const schema = { type: "object", additionalProperties: { type: "integer" } };
  const constraint = createConstraint(schema, vocabularyOf(['"', 'k7"', '": ']), { order: "free" });
  expect(accepts(constraint, "{")).toBe(true);
  for (let i = 0; i < 3000; i++) expect(accepts(constraint, `${i === 0 ? "" : ", "}"k${i}": 1`)).toBe(true);
  const { length } = constraint;
  for (const key of ["k0", "k7", "k2999"]) {
    expect(accepts(constraint, `, "${key}`)).toBe(true);
    expect(constraint.accepts(0x22)).toBe(false);
    constraint.rollback(constraint.length - length);
  }
  // Back to before the last thousand, and on with others.
  const member = ', "k1999": 1'.length;
  constraint.rollback(1000 * member);
  expect(accepts(constraint, ', "k2500": 1, "other": 1')).toBe(true);
  for (const [key, isNew] of [
    ["k2499", true],
    ["k2500", false],
    ["k1999", false],
    ["other", false],
  ] as const) {
    const before = constraint.length;
    expect(accepts(constraint, `, "${key}`)).toBe(true);
    expect(constraint.accepts(0x22), key).toBe(isNew);
    constraint.rollback(constraint.length - before);
  }
  // A token that holds all of a key and its quote.
  expect(accepts(constraint, ', "')).toBe(true);
  const mask = constraint.mask();
  const [k7] = [257];
  expect((mask[k7! >> 5]! & (1 << (k7! & 31))) !== 0).toBe(false);
});

it("objects of 5,000 optional properties and enums of 10,000 values", () => {
  const names = Array.from({ length: 5000 }, (_, i) => `property${i}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: "boolean" }]));
  const object = createConstraint({ type: "object", properties, additionalProperties: false }, vocabularyOf([]));
  expect(accepts(object, '{"property10": true, "property4321": false')).toBe(true);
  const before = object.length;
  expect(accepts(object, ', "property4321"')).toBe(false);
  object.rollback(object.length - before);
  expect(accepts(object, ', "property4999": true')).toBe(true);
  expect(accepts(object, "}")).toBe(true);
  const values = Array.from({ length: 10_000 }, (_, i) => `value${i * 7}`);
  const one = createConstraint({ enum: values }, vocabularyOf([]));
  expect(accepts(one, '"value6999')).toBe(true);
  expect(one.accepts(0x33)).toBe(true);
  expect(accepts(one, '3"')).toBe(true);
  expect(one.finished).toBe(true);
});

it("multiples that a double would no longer be aren't written, and options that there aren't are refused", () => {
  const schema = { type: "integer", multipleOf: 7, minimum: 0 };
  const start = createConstraint(schema, vocabularyOf([]));
  // 7 × 1728000000000000147, but read as a double it is 12096000000000002000, which is no multiple.
  const exact = "12096000000000001029";
  const constraint = start.fork();
  expect(accepts(constraint, exact) && constraint.complete).toBe(false);
  const small = start.fork();
  expect(accepts(small, "49") && small.complete).toBe(true);
  expect(() => createConstraint(schema, vocabularyOf([]), { whitespace: "none" as never })).toThrow(OptionError);
  expect(() => createConstraint(schema, vocabularyOf([]), { order: "any" as never })).toThrow(OptionError);
});

it("keys of a class that are few and as long as texts may be", () => {
  const long = "k".repeat(60_000);
  const start = createConstraint({ type: "object", propertyNames: { enum: [long, "b"] } }, vocabularyOf([]));
  const constraint = start.fork();
  expect(accepts(constraint, `{"b": 1, "${long}": 2`)).toBe(true);
  expect(constraint.accepts(0x2c)).toBe(false);
  expect(accepts(constraint, "}")).toBe(true);
});
