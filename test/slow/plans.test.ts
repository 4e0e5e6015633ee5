/**
 * The proof that the grammar carries a plan's rules: a thousand plans by models of random weights at temperature 1.5, and
 * not one breaks a rule, none repaired. Run it with `npm run test:slow`; `PLANS=50` makes it shorter.
 */
import { plan } from "sluice";
import { checkPlan } from "sluice/plan";
import { expect, it } from "vitest";
import { loadRandomModel } from "../random-model.ts";

const plans = Number(process.env.PLANS ?? 1000);
const plansPerModel = 100;
const tools = ["sql", "shell", "search_web", "send_email"];

it(`${plans} plans of random weights keep every rule`, { timeout: 0 }, async () => {
  const steps: number[] = [];
  let dependencies = 0;
  let named = 0;
  for (let first = 0; first < plans; first += plansPerModel) {
    await using model = await loadRandomModel(first);
    for (let seed = first; seed < Math.min(plans, first + plansPerModel); seed++) {
      const result = await plan({ model, goal: `Goal ${seed}`, tools, temperature: 1.5, seed });
      const value = result.ok ? result.value : result.partial;
      const checked = checkPlan(value, { tools, order: "earlier", worth: false });
      expect(checked, `seed ${seed}: ${JSON.stringify(checked)}`).toMatchObject({ ok: true, defaults: [] });
      expect(result.record, `seed ${seed}`).toMatchObject({ finish: "stop", repairs: [], warnings: [] });
      if (!checked.ok) return;
      steps.push(checked.plan.steps.length);
      for (const step of checked.plan.steps) {
        dependencies += step.dependencies.length;
        if (step.tool_hint !== null) named++;
      }
    }
  }
  // Rules that are never put to the test prove nothing: there must be many steps, dependencies and tools.
  const total = steps.reduce((sum, count) => sum + count, 0);
  console.log(
    `${steps.length} plans, ${total} steps (most ${Math.max(...steps)}), ${dependencies} dependencies, ${named} tools`,
  );
  expect(total).toBeGreaterThan(1.25 * plans);
  expect(dependencies).toBeGreaterThan(plans / 4);
  expect(named).toBeGreaterThan(plans / 4);
});
