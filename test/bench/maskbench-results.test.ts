import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commonTo, figuresOf, parseResults, ResultError, slowerThan, spreadOf } from "../../bench/maskbench/results.ts";

const line = (id: string, rest: object = {}) =>
  `${JSON.stringify({ id, status: "pass", ttfm_us: 500, mask_us: [1, 2], failures: [], ...rest })}\n`;
const times = fc.array(fc.double({ min: 0.1, max: 9e7, noNaN: true }), { minLength: 1, maxLength: 200 });
const sorted = (values: readonly number[]) => Float64Array.from(values).sort();

describe("results of the harness", () => {
  it("are read as far as whole lines go, wherever a run was stopped", () => {
    const lines = ["a", "b", "c€"].map((id) => line(id));
    const text = lines.join("");
    fc.assert(
      fc.property(fc.nat(text.length), (cut) => {
        const whole = lines.filter((_, index) => lines.slice(0, index + 1).join("").length <= cut).length;
        expect(parseResults(text.slice(0, cut)).size).toBe(whole);
      }),
    );
  });

  it("keep both kinds of failures, and no compile time of what didn't compile", () => {
    const failures = [{ kind: "invalidation" }, { kind: "validation" }, { kind: "invalidation", keyword: "enum" }];
    const results = parseResults(
      line("a", { status: "invalidation_error", failures }) +
        line("b", { status: "compile_error", mask_us: [], failures: undefined }) +
        `{"id":"c","status":"timeout"}\n`,
    );
    expect(results.get("a")).toMatchObject({ compileUs: 500, invalidAccepted: 2, validRefused: 1 });
    expect(results.get("b")).not.toHaveProperty("compileUs");
    expect(results.get("c")).toMatchObject({ status: "timeout", maskUs: [] });
  });

  it.each([
    ["null", "no id"],
    ["{", "not JSON"],
    ['{"id":"a","status":"fine"}', "an unknown status"],
    ['{"id":"a","status":"pass","mask_us":[1,null]}', "no list of times"],
    ['{"id":"a","status":"pass","failures":3}', "no list of failures"],
  ])("that can't be: %s", (text, why) => {
    const failed = () => parseResults(`${line("first")}${text}\n`);
    expect(failed).toThrow(ResultError);
    expect(failed).toThrow(`line 2 of the results: ${why}`);
  });
});

describe("figures", () => {
  it("count schemas, instances and masks", () => {
    const results = parseResults(
      line("a") +
        line("b", { status: "validation_error", failures: [{ kind: "invalidation" }, { kind: "validation" }] }) +
        line("c", { status: "compile_error", mask_us: [] }) +
        line("d", { status: "timeout", ttfm_us: undefined, mask_us: [9] }),
    );
    const figures = figuresOf([...results.values()], 60);
    expect(figures).toMatchObject({
      schemas: 4,
      byStatus: { pass: 1, validation_error: 1, compile_error: 1, timeout: 1, invalidation_error: 0, crash: 0, oom: 0 },
      acceptingInvalid: 1,
      invalidAccepted: 1,
      validRefused: 1,
      masks: 5,
    });
    expect(figures.maskUs).toMatchObject({ p50: 2, mean: 3, max: 9 });
    expect(figures.compileUs).toMatchObject({ p50: 500, max: 60e6 });
  });

  it("leave out times that nobody measured", () => {
    const figures = figuresOf([], 60);
    expect(figures).not.toHaveProperty("maskUs");
    expect(figures).not.toHaveProperty("compileUs");
  });

  it("have percentiles that at least so many stay within", () => {
    fc.assert(
      fc.property(times, (values) => {
        const { p50, p90, p99, p999, max, mean } = spreadOf(sorted(values));
        for (const [value, share] of [[p50, 0.5] as const, [p90, 0.9] as const, [p99, 0.99] as const]) {
          expect(values.filter((time) => time <= value).length).toBeGreaterThanOrEqual(share * values.length);
          expect(values.filter((time) => time >= value).length).toBeGreaterThanOrEqual(
            (1 - share) * values.length - 1e-9,
          );
        }
        expect(p999).toBeLessThanOrEqual(max);
        expect(max).toBe(Math.max(...values));
        expect(mean).toBeCloseTo(values.reduce((a, b) => a + b, 0) / values.length, 3);
      }),
    );
  });

  it("tell how many took longer, down to none", () => {
    fc.assert(
      fc.property(times, (values) => {
        const steps = slowerThan(sorted(values));
        for (const [index, [, masks]] of steps.entries()) {
          expect(masks).toBe(values.filter((time) => time > 10 ** (index / 20)).length);
        }
        expect(steps.at(-1)![1]).toBe(0);
        expect(steps.slice(0, -1).every(([, masks]) => masks > 0)).toBe(true);
      }),
    );
  });

  it("are compared over the schemas that all have", () => {
    const first = parseResults(line("a") + line("b") + line("c"));
    const second = parseResults(line("c", { status: "crash" }) + line("d") + line("b"));
    expect(commonTo([first, second])).toEqual(["b", "c"]);
    expect(commonTo([first, second], ({ status }) => status === "pass")).toEqual(["b"]);
    expect(commonTo([])).toEqual([]);
  });
});
