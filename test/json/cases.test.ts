import { describe, expect, test } from "vitest";
import {
  createExtractor,
  type ErrorCode,
  type ExtractorOptions,
  type RepairName,
  type WarningKind,
} from "../../src/json/index.ts";
import { allCuts, plainly, read, shared } from "./support.ts";

interface Case {
  readonly id: string;
  readonly text: string;
  readonly mode?: "strict" | "lenient";
  readonly select?: ExtractorOptions["select"];
  readonly schema?: { readonly required: readonly string[] };
  readonly allow?: ExtractorOptions["allow"];
  readonly want: {
    readonly status: string;
    readonly values: unknown[];
    readonly partial?: unknown;
    readonly errorKind?: string;
    readonly ownKeys?: string[];
    readonly warnings?: string[];
    readonly repairs?: string[];
  };
}

/** The cases' names of kinds, and ours. */
const warningKinds: Record<string, WarningKind> = {
  "number-precision": "number-precision",
  "duplicate-key": "duplicate-key",
};
const repairNames: Record<string, readonly RepairName[]> = { quote: ["quote", "single-quote"] };
const errorCodes: Record<string, ErrorCode> = { depth: "depth-limit" };

const file = shared("cases/extract.json");
const cases = file ? (JSON.parse(file.toString()) as Case[]) : [];

describe.skipIf(!file)("the shared cases", () => {
  for (const { id, text, mode, select, schema, allow, want } of cases) {
    const options: ExtractorOptions = {
      ...(mode && { mode }),
      ...(select && { select }),
      ...(allow && { allow }),
      ...(schema && { accepts: (value) => schema.required.every((key) => Object.hasOwn(value as object, key)) }),
    };
    test.each(allCuts(text))(`${id}, %s`, (_, chunks) => {
      const { result } = read(chunks, options);
      expect(result.status).toBe(want.status);
      const values = result.documents.map((d) => d.value);
      if (want.values.length > 0 || want.status !== "complete") expect(values).toEqual(want.values);
      if (want.partial !== undefined) expect(result.partial).toEqual(want.partial);
      if (want.errorKind) expect(result.error?.code).toBe(errorCodes[want.errorKind]);
      for (const kind of want.warnings ?? []) expect(result.warnings.map((w) => w.kind)).toContain(warningKinds[kind]);
      const repairs = result.repairs.map((r) => r.kind);
      for (const kind of want.repairs ?? []) {
        expect(repairs.some((r) => (repairNames[kind] ?? [kind as RepairName]).includes(r))).toBe(true);
      }
      if (want.repairs?.length === 0) expect(repairs).toEqual([]);
      if (want.ownKeys) {
        expect(Object.keys(values[0] as object)).toEqual(want.ownKeys);
        expect("admin" in {}).toBe(false);
        expect((values[0] as { admin?: unknown }).admin).toBeUndefined();
      }
    });
  }

  test("no kind of cut changes an event", () => {
    for (const { id, text, mode = "strict" } of cases) {
      const readings = allCuts(text).map(([how, chunks]) => [how, plainly(read(chunks, { mode, select: "all" }))]);
      for (const [how, reading] of readings) expect(reading, `${id} ${how}`).toEqual(readings[0]![1]);
    }
  });

  test("a limit raised reads what's deep", () => {
    const { text } = cases.find((c) => c.id === "deep-5000")!;
    const extractor = createExtractor({ limits: { depth: 5000 } });
    extractor.write(text);
    expect(extractor.end().status).toBe("complete");
  });

  test("what a number loses can be had", () => {
    const { text } = cases.find((c) => c.id === "big-integer")!;
    expect(read([text]).result.warnings[0]?.text).toBe("9007199254740993");
    expect(read([text], { numbers: "bigint" }).result.documents[0]?.value).toEqual({ id: 9007199254740993n });
    expect(read([text], { numbers: "text" }).result.documents[0]?.value).toEqual({ id: "9007199254740993" });
  });
});
