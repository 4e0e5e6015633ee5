import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ceilDecimal,
  compareDecimals,
  decimalOf,
  decimalText,
  floorDecimal,
  isInteger,
  isMultiple,
  parseDecimal,
} from "../../src/schema/decimal.ts";

const numerals = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 25n }),
    fc.integer({ min: 0, max: 12 }),
    fc.integer({ min: -20, max: 20 }),
  )
  .map(([negative, digits, places, power]) => {
    const text = digits.toString().padStart(places + 1, "0");
    const point = text.length - places;
    return `${negative ? "-" : ""}${text.slice(0, point)}${places > 0 ? `.${text.slice(point)}` : ""}e${power}`;
  });

/** The value in units of 10⁻⁴⁰, by another way. */
function units(numeral: string): bigint {
  const [mantissa = "", power = "0"] = numeral.split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const value = BigInt(whole + fraction) * 10n ** BigInt(40 - fraction.length + Number(power));
  return mantissa.startsWith("-") ? -value : value;
}

describe("decimals", () => {
  it("compare exactly", () => {
    fc.assert(
      fc.property(numerals, numerals, (a, b) => {
        const difference = units(a) - units(b);
        expect(Math.sign(compareDecimals(parseDecimal(a), parseDecimal(b)))).toBe(
          difference < 0n ? -1 : difference > 0n ? 1 : 0,
        );
      }),
    );
  });

  it("are written without exponent, and read back the same", () => {
    fc.assert(
      fc.property(numerals, (numeral) => {
        const text = decimalText(parseDecimal(numeral));
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
        expect(parseDecimal(text)).toEqual(parseDecimal(numeral));
        expect(units(`${text}e0`)).toBe(units(numeral));
      }),
    );
  });

  it("round to integers", () => {
    fc.assert(
      fc.property(numerals, (numeral) => {
        const [value, unit] = [parseDecimal(numeral), 10n ** 40n];
        const [floor, ceil] = [floorDecimal(value), ceilDecimal(value)];
        expect(floor * unit <= units(numeral) && units(numeral) < (floor + 1n) * unit).toBe(true);
        expect(ceil - floor).toBe(isInteger(value) ? 0n : 1n);
      }),
    );
  });

  it("are what JSON text of a double says", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(decimalText(decimalOf(value)))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it.each([
    ["0.3", "0.1", true],
    ["1e3", "0.01", true],
    ["7", "2", false],
    ["0", "5", true],
    ["-9", "4.5", true],
    ["1", "0", false],
  ])("%s is a multiple of %s: %s", (value, unit, expected) => {
    expect(isMultiple(parseDecimal(value), parseDecimal(unit))).toBe(expected);
  });

  it.each(["", "-", "1e", "abc", "0x1", "1_0", " 1"])("%j is none", (text) => {
    expect(() => parseDecimal(text)).toThrow(RangeError);
  });
});
