import type { Finding, LintResult, Severity } from "../lint/index.ts";
import { printable, type Style } from "./terminal.ts";

/** What was found in a file. */
export interface Linted extends LintResult {
  readonly file: string;
  /** Why nothing could be. */
  readonly unread?: string;
}

/** Findings as people read them: by file, each with its place; then what to do, once for each rule; then the counts. */
export function findingLines(files: readonly Linted[], style: Style): string[] {
  const lines: string[] = [];
  const rules = new Map<string, Finding>();
  for (const { file, findings, omitted, cost } of files) {
    if (findings.length === 0) continue;
    lines.push(style.bold(printable(file)));
    for (const finding of findings) {
      const { rule, severity, path, message, location } = finding;
      if (!rules.has(rule)) rules.set(rule, finding);
      const at = location ? `${location.line}:${location.column}` : "";
      const where = style.dim(printable(path) || "(root)");
      lines.push(`  ${at.padEnd(8)} ${paint(severity, style)} ${rule.padEnd(19)} ${where} ${printable(message)}`);
    }
    if (omitted > 0) lines.push(`  and ${omitted} more`);
    if (cost) {
      const { grammarBytes, rules, states } = cost;
      lines.push(style.dim(`  grammar: ${grammarBytes} bytes, ${rules} rules; automata: ${states} states`));
    }
  }
  if (rules.size > 0) lines.push("");
  for (const [rule, { advice, reason }] of rules) lines.push(`${style.bold(rule)}: ${advice} ${style.dim(reason)}`);
  if (rules.size > 0) lines.push("");
  lines.push(counts(files));
  return lines;
}

function paint(severity: Severity, style: Style): string {
  const text = severity.padEnd(7);
  if (severity === "error") return style.red(text);
  return severity === "warning" ? style.yellow(text) : style.cyan(text);
}

function counts(files: readonly Linted[]): string {
  const count = (severity: Severity) =>
    files.reduce((sum, { findings }) => sum + findings.filter((one) => one.severity === severity).length, 0);
  const some = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const found = [some(count("error"), "error"), some(count("warning"), "warning"), some(count("note"), "note")];
  const omitted = files.reduce((sum, file) => sum + file.omitted, 0);
  const rest = omitted > 0 ? `, and ${omitted} more that aren't shown` : "";
  return `${found.join(", ")} in ${some(files.length, "schema")}${rest}`;
}
