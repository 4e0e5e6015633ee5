/** A plan as people read it: while it's being written, and when it's done. Pure functions from data to lines. */
import type { Plan } from "../plan/index.ts";
import { clip, clipStart, printable, progressBar, type Style, wrap } from "./terminal.ts";

/** A plan of which any part may still be missing. */
export interface UnfinishedPlan {
  readonly objective?: string;
  readonly assumptions?: readonly (string | undefined)[];
  readonly steps?: readonly (UnfinishedStep | undefined)[];
  readonly completion_criteria?: readonly (string | undefined)[];
}

interface UnfinishedStep {
  readonly id?: string;
  readonly title?: string;
  readonly description?: string;
  readonly dependencies?: readonly (string | undefined)[];
  readonly tool_hint?: string | null;
  readonly expected_output?: string;
  readonly risk_level?: string;
}

/** How far a run has come, for the status line. */
export interface Pace {
  /** 0 to 1; absent when it can't be known. */
  readonly fraction?: number;
  readonly tokens: number;
  readonly tokensPerSecond: number;
}

/** The status line: a bar, percent, tokens and speed. */
export function paceLine(pace: Pace, style: Style): string {
  const speed = pace.tokensPerSecond > 0 ? `  ${pace.tokensPerSecond.toFixed(0)} tokens/s` : "";
  const count = style.dim(`${pace.tokens} tokens${speed}`);
  if (pace.fraction === undefined) return count;
  const percent = `${Math.floor(pace.fraction * 100)} %`.padStart(5);
  return `${progressBar(pace.fraction, 20, style)} ${percent}  ${count}`;
}

/** A frame of a plan being written: the newest text at the bottom, the status line last. */
export function planFrame(plan: UnfinishedPlan, pace: Pace, style: Style, width: number): string[] {
  const lines: string[] = [];
  const line = (text: string, room = width) => clip(printable(text), room);
  if (plan.objective !== undefined) lines.push(style.bold(line(plan.objective)));
  const steps = (plan.steps ?? []).filter((step) => step !== undefined);
  steps.forEach((step, index) => {
    const writing = index === steps.length - 1 && plan.completion_criteria === undefined;
    const mark = writing ? style.yellow("…") : style.green("✓");
    lines.push(`${mark} ${line(`${(step.id ?? "").padEnd(3)} ${step.title ?? ""}`, width - 2)}`.trimEnd());
    if (!writing) return;
    const body = step.expected_output ?? step.description;
    // The newest words are at the end.
    if (body !== undefined) lines.push(style.dim(`      ${clipStart(printable(body), width - 6)}`));
  });
  for (const criterion of plan.completion_criteria ?? []) {
    if (criterion !== undefined) lines.push(style.dim(line(`  done when: ${criterion}`)));
  }
  lines.push(paceLine(pace, style));
  return lines;
}

/** A finished plan, with its waves and critical path. */
export function planText(
  plan: Plan,
  order: { readonly waves: readonly (readonly string[])[]; readonly criticalPath: readonly string[] },
  style: Style,
  width: number,
): string[] {
  const body = Math.min(width, 100);
  const paragraph = (text: string, indent: string) =>
    wrap(printable(text), body - indent.length).map((line) => `${indent}${line}`);
  const lines = [...paragraph(plan.objective, "").map(style.bold), ""];
  if (plan.assumptions.length > 0) {
    lines.push("Assuming");
    for (const assumption of plan.assumptions) lines.push(...bullet(assumption, body));
    lines.push("");
  }
  for (const step of plan.steps) {
    const [title, ...more] = wrap(printable(step.title), body - 4);
    lines.push(
      `${style.cyan(step.id.padEnd(4))}${style.bold(title!)}`,
      ...more.map((line) => `    ${style.bold(line)}`),
    );
    lines.push(...paragraph(step.description, "    "));
    lines.push(...paragraph(`→ ${step.expected_output}`, "    ").map(style.dim));
    const facts = [
      step.dependencies.length > 0 ? `after ${step.dependencies.join(", ")}` : "",
      step.tool_hint === null ? "" : `tool ${printable(step.tool_hint)}`,
      step.risk_level === "low" ? "" : riskPaint(style, step.risk_level)(`risk ${step.risk_level}`),
    ].filter((fact) => fact !== "");
    if (facts.length > 0) lines.push(`    ${facts.join(style.dim(" · "))}`);
    lines.push("");
  }
  lines.push("Done when");
  for (const criterion of plan.completion_criteria) lines.push(...bullet(criterion, body));
  lines.push("", ...paragraph(orderText(order), "").map(style.dim));
  return lines;
}

function bullet(text: string, width: number): string[] {
  return wrap(printable(text), width - 4).map((line, index) => `${index === 0 ? "  - " : "    "}${line}`);
}

function riskPaint(style: Style, level: string): (text: string) => string {
  return level === "high" ? style.red : style.yellow;
}

function orderText(order: {
  readonly waves: readonly (readonly string[])[];
  readonly criticalPath: readonly string[];
}) {
  const waves = order.waves.map((wave) => wave.join(" + ")).join(", then ");
  return `Order: ${waves}. Critical path: ${order.criticalPath.join(" → ")}.`;
}
