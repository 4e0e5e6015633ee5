import { describe, expect, test } from "vitest";
import { checkPlan, defaultRiskRules, type RiskRule } from "../../src/plan/index.ts";
import { plan, step } from "./plans.ts";

function risks(part: Parameters<typeof step>[1], riskRules: readonly RiskRule[]) {
  const result = checkPlan(plan(step("S1", part)), { riskRules, worth: false });
  return result.ok ? [] : result.errors;
}

test("without rules no step is dangerous", () => {
  expect(checkPlan(plan(step("S1", { title: "rm -rf /", description: "Delete the production database" }))).ok).toBe(
    true,
  );
});

describe("rules", () => {
  const deleting: RiskRule = { pattern: ["delete", "wipe out"], atLeast: "medium" };
  test("words match whole, in any case, over any blanks", () => {
    expect(risks({ description: "DELETE the drafts" }, [deleting])).toMatchObject([
      {
        gate: "risk",
        path: "/steps/0/risk_level",
        step: "S1",
        names: ["DELETE"],
        allowed: ["medium", "high"],
        message: '/steps/0/risk_level must be "medium" or "high", not "low": the step says "DELETE".',
      },
    ]);
    expect(risks({ description: "Wipe\n out the drafts" }, [deleting])).toHaveLength(1);
    expect(risks({ description: "Undeleted drafts and deleters" }, [deleting])).toEqual([]);
  });
  test("words of scripts without spaces match anywhere", () => {
    expect(risks({ description: "然后删除旧文件" }, [{ pattern: ["删除"], atLeast: "high" }])).toHaveLength(1);
  });
  test("signs in words are signs", () => {
    expect(risks({ description: "run a+b (now)" }, [{ pattern: ["a+b (now)"], atLeast: "high" }])).toHaveLength(1);
    expect(risks({ description: "run rm -rf x" }, [{ pattern: ["rm -rf"], atLeast: "high" }])).toHaveLength(1);
    expect(risks({ description: "run aab now" }, [{ pattern: ["a+b"], atLeast: "high" }])).toEqual([]);
  });
  test("expressions may carry any flags and match the same every time", () => {
    const rule: RiskRule = { pattern: /drop/gi, atLeast: "high" };
    for (let i = 0; i < 3; i++) expect(risks({ description: "Drop it" }, [rule])).toHaveLength(1);
    expect(risks({ description: "DROP it" }, [{ pattern: "\\bdrop\\b", atLeast: "high" }])).toHaveLength(1);
  });
  test("title, description and tool are looked at; a level that is high enough passes", () => {
    const rule: RiskRule = { pattern: ["shell"], atLeast: "medium" };
    expect(risks({ tool_hint: "shell" }, [rule])).toHaveLength(1);
    expect(risks({ title: "Open a shell" }, [rule])).toHaveLength(1);
    expect(risks({ tool_hint: "shell", risk_level: "medium" }, [rule])).toEqual([]);
    expect(risks({ expected_output: "a shell" }, [rule])).toEqual([]);
  });
  test("of several rules the strictest counts", () => {
    const rules: RiskRule[] = [deleting, { pattern: /table/, atLeast: "high" }];
    expect(risks({ description: "delete the table" }, rules)).toMatchObject([{ names: ["table"], allowed: ["high"] }]);
    expect(risks({ description: "delete the table", risk_level: "medium" }, rules)).toMatchObject([
      { allowed: ["high"] },
    ]);
  });
  test("no words, no match", () => {
    expect(risks({}, [{ pattern: [], atLeast: "high" }])).toEqual([]);
  });
});

describe("the rules to start with", () => {
  test.each([
    "Drop the orders table",
    "Delete all users from the staging cluster",
    "Truncate the audit tables",
    "Run rm -rf on the old folder",
    "git push --force to main",
    "Transfer the funds to the supplier",
    "Refund the customers",
    "Grant Ben admin rights",
    "清空生产数据",
    "删除用户表",
    "格式化磁盘",
    "给供应商转账",
    "Eliminar la base de datos antigua",
    "Die alte Datenbank löschen",
  ])("high: %s", (description) => {
    expect(risks({ description, risk_level: "medium" }, defaultRiskRules)).toMatchObject([{ allowed: ["high"] }]);
  });
  test.each([
    "Delete the draft",
    "Restart the web server",
    "Roll out to production",
    "Mail all customers",
    "重启服务",
    "Effacer le brouillon",
    "Alte Dateien überschreiben",
  ])("medium: %s", (description) => {
    expect(risks({ description }, defaultRiskRules)).toMatchObject([{ allowed: ["medium", "high"] }]);
    expect(risks({ description, risk_level: "medium" }, defaultRiskRules)).toEqual([]);
  });
  test.each([
    "Write the release notes",
    "Count the rows of the orders table",
    "Draw a drop-down menu",
    "Set up the project's format",
    "Pay attention to the wording",
    "整理会议记录",
    "Comparar los precios de tres proveedores",
    "Die Gäste einladen",
  ])("low: %s", (description) => {
    expect(risks({ description }, defaultRiskRules)).toEqual([]);
  });
});
