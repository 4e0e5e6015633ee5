/** Gate `tool`: a step names no tool, or one that is registered. */
import { list, nearest } from "../contract/index.ts";
import { type PlanError, stepPath } from "./error.ts";
import type { StepOutline } from "./outline.ts";

/** One error for each step whose tool isn't among the registered ones. */
export function checkTools(steps: readonly StepOutline[], tools: readonly string[]): PlanError[] {
  const registered = new Set(tools);
  return steps.flatMap(({ id, index, tool_hint: tool }) => {
    if (tool === undefined || registered.has(tool)) return [];
    const near = nearest(tool, tools);
    const path = stepPath(index, "tool_hint");
    const choice =
      tools.length === 0 ? "no tool is registered, so it must be null" : `it must be null or one of ${list(tools)}`;
    const hint = near === undefined ? "" : `; the nearest is ${list([near])}`;
    return [
      {
        gate: "tool",
        keyword: "tool",
        path,
        message: `${path}: there is no tool ${list([tool])}; ${choice}${hint}.`,
        names: [tool],
        allowed: tools,
        ...(id === undefined ? {} : { step: id }),
        ...(near === undefined ? {} : { nearest: near }),
      },
    ];
  });
}
