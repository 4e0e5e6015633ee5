import { describe, expect, test } from "vitest";
import { checkPlan, type Plan, type PlanError, type PlanStep } from "../../src/plan/index.ts";
import { plan, step } from "./plans.ts";

function faults(value: Plan, request?: string): [keyword: string, path: string][] {
  const result = checkPlan(value, request === undefined ? {} : { request });
  if (result.ok) return [];
  return result.errors.map(({ gate, keyword, path }: PlanError) => {
    expect(gate).toBe("worth");
    return [keyword, path];
  });
}

/** A plan of one or several steps, as title, description and expected output. */
function written(objective: string, ...steps: readonly (readonly [string, string, string])[]): Plan {
  return {
    ...plan(
      ...steps.map(([title, description, expected_output], i) =>
        step(`S${i + 1}`, { title, description, expected_output }),
      ),
    ),
    objective,
  };
}

describe("steps that say nothing", () => {
  const empty: [language: string, title: string, description: string, output: string][] = [
    ["English", "Complete the task", "Do what is needed to complete the task", "The task is completed"],
    ["English, shorter", "Step 1", "Perform step 1", "Done"],
    ["English, dressed up", "Execute!", "Carry out all the work successfully.", "Success"],
    ["Chinese", "完成任务", "把任务完成", "任务完成"],
    ["Chinese, longer", "执行任务", "按照要求执行并完成所有工作", "已完成"],
    ["traditional Chinese", "完成任務", "將任務完成", "任務完成"],
    ["Japanese", "タスクを完了する", "すべてのタスクを実行して完了する", "タスク完了"],
    ["Korean", "작업 완료", "모든 작업을 완료한다", "완료됨"],
    ["Spanish", "Completar la tarea", "Realizar todo el trabajo", "Tarea completada"],
    ["French", "Terminer la tâche", "Faire tout le travail", "La tâche est terminée"],
    ["German", "Aufgabe erledigen", "Die Aufgabe wird erledigt und abgeschlossen", "Fertig"],
    ["Portuguese", "Concluir a tarefa", "Fazer tudo", "Tarefa concluída"],
    ["Italian", "Completare il compito", "Fare tutto il lavoro", "Compito completato"],
    ["Russian", "Выполнить задачу", "Сделать всё", "Выполнено"],
    ["nothing at all", "…", "...", "-"],
  ];
  test.each(empty)("%s", (_, title, description, output) => {
    const good = step("S2");
    const bad = step("S1", { title, description, expected_output: output });
    expect(faults(plan(bad, good))).toContainEqual(["hollow", "/steps/0"]);
  });

  test("a title that says nothing over a description that does", () => {
    for (const title of ["Complete the task", "完成任务", "Finish the job", "Aufgabe erledigen"]) {
      expect(faults(plan(step("S1", { title })))).toEqual([["hollow", "/steps/0/title"]]);
    }
  });

  test("results that can't be checked", () => {
    for (const expected_output of [
      "Done",
      "Task completed.",
      "OK",
      "N/A",
      "none",
      "TBD",
      "完成",
      "无",
      "—",
      "完了しました",
      "Erledigt",
    ]) {
      expect(faults(plan(step("S1", { expected_output })))).toEqual([["hollow", "/steps/0/expected_output"]]);
    }
  });
});

test("criteria without a letter or digit", () => {
  const value = { ...plan(step("S1")), completion_criteria: [", ", "All done", "", "{", "42", "✅", "完了"] };
  expect(faults(value).map(([, path]) => path)).toEqual([0, 2, 3].map((i) => `/completion_criteria/${i}`));
});

describe("steps that restate the goal", () => {
  test("alone", () => {
    const goal = "Move the order database to the new server";
    expect(
      faults(
        written(goal, [
          "Move the database",
          "Move the order database to the new server.",
          "The order database is moved",
        ]),
      ),
    ).toEqual([["restates", "/steps/0"]]);
    expect(
      faults(written("把订单数据库迁移到新服务器", ["迁移数据库", "将订单数据库迁移到新服务器", "数据库已迁移"])),
    ).toEqual([["restates", "/steps/0"]]);
    expect(faults(written("Redesign the shop", ["Redesign shop", "Redesign the shop", "Shop redesigned"]))).toEqual([
      ["restates", "/steps/0"],
    ]);
  });
  test("what was asked for, whatever the plan makes its objective", () => {
    const restating = written("A finished report", [
      "Translate the user manual",
      "Translate the user manual into Welsh",
      "User manual in Welsh",
    ]);
    expect(faults(restating)).toEqual([]);
    expect(faults(restating, "Translate our user manual into Welsh")).toEqual([["restates", "/steps/0"]]);
  });
  test("not where a step adds something", () => {
    const goal = "Move the order database to the new server";
    expect(
      faults(
        written(goal, [
          "Move the database",
          "Move the order database to the new server with pg_dump",
          "Row counts match",
        ]),
      ),
    ).toEqual([]);
  });
  test("not where a goal spells its steps out", () => {
    const goal = "Export the orders table, import it on the new server, compare row counts";
    expect(
      faults(
        written(
          goal,
          ["Export the orders table", "Export the orders table", "An export of the orders table"],
          [
            "Import it on the new server",
            "Import the orders table on the new server",
            "The orders table on the new server",
          ],
          ["Compare row counts", "Compare row counts", "Row counts match"],
        ),
      ),
    ).toEqual([]);
  });
  test("not where the goal is so short that one good step must repeat it", () => {
    expect(
      faults(
        written(
          "Deploy the app",
          ["Build the image", "Build the image from the main branch", "An image with today's tag"],
          ["Deploy the app", "Deploy the app", "The app is deployed"],
          ["Check its health", "Query /health for five minutes", "200 OK each time"],
        ),
      ),
    ).toEqual([]);
  });
});

describe("steps that repeat each other", () => {
  const same: Partial<PlanStep> = { title: "Billing database", description: "The billing database." };
  test("in the same words, whatever the case and the signs", () => {
    const again = { title: "Billing Database", description: "the billing database!" };
    const value = plan(step("S1", same), step("S2"), step("S3", { ...again, expected_output: "Another dump of it" }));
    expect(faults(value)).toEqual([["repeated", "/steps/2"]]);
    expect(checkPlan(value)).toMatchObject({ errors: [{ step: "S3", names: ["S1", "S3"] }] });
  });
  test("not with another tool, another title or another description", () => {
    expect(faults(plan(step("S1", same), step("S2", { ...same, tool_hint: "sql" })))).toEqual([]);
    expect(faults(plan(step("S1", same), step("S2", { ...same, title: "Billing database, again" })))).toEqual([]);
    expect(
      faults(plan(step("S1", { title: "🙂", description: "🙂" }), step("S2", { title: "🙃", description: "🙃" }))),
    ).toEqual([]);
  });
});

describe("credentials", () => {
  const made: [kind: string, text: string][] = [
    ["an API key", "Log in with sk-proj-4f9a8b7c6d5e4f3a2b1c0d9e8f7a"],
    ["a GitHub token", "export TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ456789"],
    ["an AWS key", "Use AKIAIOSFODNN7EXAMPLQ for the bucket"],
    ["a Slack token", "xoxb-123456789012-abcdefABCDEF"],
    ["a JSON web token", "Send eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N"],
    ["a bearer token", "Send Authorization: Bearer 7f3a9c2e8b1d4f6a0c5e9b7d"],
    ["a private key", "-----BEGIN RSA PRIVATE KEY-----"],
    ["a login in an address", "Connect to postgres://shop:tr0ub4dor@db.internal/orders"],
    ["a password", "Log in as root, password: hunter42x"],
    ["a password in a sentence", "The password is Winter2024!"],
    ["a password in Chinese", "用密码：abc12345 登录"],
    ["a quoted key", 'Set {"api_key": "9f8e7d6c5b4a"} in the header'],
  ];
  test.each(made)("%s that nobody gave", (_, description) => {
    const value = plan(step("S1", { description }));
    expect(faults(value)).toEqual([["secret", "/steps/0/description"]]);
    const result = checkPlan(value);
    const secret = description.split(/\s/).sort((a, b) => b.length - a.length)[0]!;
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(faults(value, `Please do this: ${description}`)).toEqual([]);
  });
  test.each([
    "Read the password from the vault and log in",
    "Set password: <password> in the form",
    "export API_KEY=$SHOP_API_KEY_2",
    "Connect to postgres://user:password@host/db with the real values",
    "Connect to https://example.org:8443/orders?page=2",
    "api key: YOUR_KEY_HERE_1",
    "Password: 12-character minimum, one digit",
    "The access token is short-lived and rotates daily",
    "Check the commit 3f786850e387550fdab836ed7e6dc881de23001b and its sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "Order 1b4e28ba-2fa1-41d2-883f-0016d3cca427 is shipped",
    "密码由管理员提供，不写入计划",
    "Create the branch task-skeleton-for-new-database-layout-2024",
  ])("not: %s", (description) => {
    expect(faults(plan(step("S1", { description })))).toEqual([]);
  });
  test("wherever they are", () => {
    const secret = "sk-proj-4f9a8b7c6d5e4f3a2b1c0d9e8f7a";
    const value = {
      ...plan(step("S1", { title: secret, expected_output: `Key ${secret} works`, tool_hint: secret })),
      objective: `Use ${secret}`,
      assumptions: ["none", secret],
      completion_criteria: [secret],
    };
    expect(faults(value).map(([, path]) => path)).toEqual([
      "/objective",
      "/assumptions/1",
      "/steps/0/title",
      "/steps/0/tool_hint",
      "/steps/0/expected_output",
      "/completion_criteria/0",
    ]);
  });
});

describe("ordinary plans pass", () => {
  const good: [objective: string, ...steps: [string, string, string][]][] = [
    [
      "Plan the team's summer party",
      ["Pick a date", "Ask everyone for free Fridays in July", "A date that suits most"],
      ["Book a place", "Call three restaurants by the lake", "A confirmation by mail"],
      ["Finish the plan", "Write place, time and menu into the wiki", "A wiki page"],
    ],
    [
      "重构支付模块并上线",
      ["梳理依赖", "列出支付模块的外部接口", "接口清单"],
      ["编写测试", "为每个接口补充集成测试", "覆盖率达到80%"],
      ["完成上线", "灰度发布到10%的用户", "错误率低于0.1%"],
    ],
    [
      "サイトを新しいサーバーに移す",
      ["バックアップ", "データベースをダンプする", "ダンプファイル"],
      ["切り替え", "DNSを新しいIPに変更する", "新サーバーが応答する"],
    ],
    [
      "Preparar el informe trimestral",
      ["Reunir datos", "Exportar las ventas de enero a marzo", "Un archivo CSV por mes"],
      ["Redactar", "Escribir un resumen de dos páginas", "Un borrador en PDF"],
    ],
    [
      "Rechnungen des Monats prüfen",
      ["Rechnungen laden", "Alle PDFs aus dem Postfach speichern", "42 Dateien"],
      ["Beträge vergleichen", "Jeden Betrag mit der Bestellung abgleichen", "Eine Liste der Abweichungen"],
    ],
    [
      "Почистить базу клиентов",
      ["Найти дубли", "Сравнить адреса почты без учёта регистра", "Список пар"],
      ["Объединить", "Оставить более новую запись", "Нет повторяющихся адресов"],
    ],
    ["تنظيف قائمة العملاء", ["البحث عن التكرار", "قارن عناوين البريد", "قائمة بالأزواج"]],
    ["ग्राहक सूची साफ़ करना", ["दोहराव खोजें", "ईमेल पतों की तुलना करें", "जोड़ों की सूची"]],
    [
      "Run the job queue dry",
      ["Run", "Start the worker with --drain", "0 jobs left"],
      ["Stop", "Stop the worker", "Exit code 0"],
    ],
    ["Test", ["T", "Tap the bell twice", "🔔🔔"]],
  ];
  test.each(good)("%s", (objective, ...steps) => {
    expect(faults(written(objective, ...steps), objective)).toEqual([]);
  });
  test("and the gate can be left out", () => {
    expect(checkPlan(plan(step("S1", { expected_output: "Done" })), { worth: false }).ok).toBe(true);
  });
});
