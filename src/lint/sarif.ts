import type { Finding } from "./findings.ts";
import { lintRules, type RuleId, type Severity } from "./rules.ts";

/** Findings of one file. */
export interface LintedFile {
  /** Its path, relative or absolute, with either kind of slash; `-` is standard input, which has no place. */
  readonly file: string;
  readonly findings: readonly Finding[];
  /** How many more there were. */
  readonly omitted?: number;
  /** A sentence that says why it couldn't be read, if so. */
  readonly unread?: string;
}

/** A log of one run: what of SARIF a program may want to look at; the rest is for those who read the file. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: "2.1.0";
  readonly runs: readonly SarifRun[];
}

export interface SarifRun {
  readonly results: readonly SarifResult[];
  readonly [property: string]: unknown;
}

export interface SarifResult {
  readonly ruleId: RuleId;
  readonly level: Severity;
  readonly message: { readonly text: string };
  readonly [property: string]: unknown;
}

/**
 * A SARIF 2.1.0 log (OASIS standard of 27 March 2020) of one run: for code hosts and editors. Plain JSON.
 * @param version of this package
 */
export function toSarif(files: readonly LintedFile[], version: string): SarifLog {
  const ruleIndex = new Map(lintRules.map(({ id }, index) => [id, index]));
  const notifications = files.flatMap(({ file, unread }, index) =>
    unread === undefined
      ? []
      : [{ level: "error", message: { text: unread }, locations: [{ physicalLocation: artifactOf(file, index) }] }],
  );
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "sluice", version, rules: lintRules.map(descriptor) } },
        invocations: [
          {
            executionSuccessful: notifications.length === 0,
            ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
          },
        ],
        columnKind: "utf16CodeUnits",
        properties: { omittedFindings: files.reduce((sum, { omitted = 0 }) => sum + omitted, 0) },
        artifacts: files.map(({ file }) =>
          file === "-" ? { description: { text: "standard input" } } : { location: { uri: uriOf(file) } },
        ),
        results: files.flatMap(({ file, findings }, index) =>
          findings.map((finding) => ({
            ruleId: finding.rule,
            ruleIndex: ruleIndex.get(finding.rule),
            level: finding.severity,
            message: { text: `${finding.message} ${finding.advice}` },
            locations: [
              { physicalLocation: { ...artifactOf(file, index), ...regionOf(finding) }, ...logicalOf(finding) },
            ],
          })),
        ),
      },
    ],
  };
}

function artifactOf(file: string, index: number): Record<string, unknown> {
  return { artifactLocation: { ...(file !== "-" && { uri: uriOf(file) }), index } };
}

/** The JSON pointer, as the standard would have it (§3.33.5); the root's would be no name. */
function logicalOf({ path }: Finding): Record<string, unknown> {
  if (path === "") return {};
  const kind = /\/\d+$/.test(path) ? "value" : "property";
  return { logicalLocations: [{ fullyQualifiedName: path, kind }] };
}

function descriptor({ id, severity, title, advice, reason }: (typeof lintRules)[number]): Record<string, unknown> {
  return {
    id,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: `${title}. ${reason}` },
    help: { text: `${advice} ${reason}` },
    defaultConfiguration: { level: severity },
  };
}

function regionOf({ location }: Finding): { region?: Record<string, number> } {
  if (!location) return {};
  const { line, column, endLine, endColumn } = location;
  return { region: { startLine: line, startColumn: column, endLine, endColumn } };
}

/** A path as a URI reference: relative paths stay relative. */
function uriOf(file: string): string {
  const path = file.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  // A drive's colon would otherwise be escaped, and without a scheme be one.
  if (/^[A-Za-z]%3A\//.test(path)) return `file:///${path.replace("%3A", ":")}`;
  return path.startsWith("/") ? `file://${path}` : path;
}
