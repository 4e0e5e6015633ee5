import type { Finding } from "./findings.ts";
import { lintRules } from "./rules.ts";

/** Findings of one file. */
export interface LintedFile {
  /** Its path, relative or absolute, with either kind of slash. */
  readonly file: string;
  readonly findings: readonly Finding[];
  /** How many more there were. */
  readonly omitted?: number;
}

/**
 * A SARIF 2.1.0 log (OASIS standard of 27 March 2020) of one run: for code hosts and editors. Plain JSON.
 * @param version of this package
 */
export function toSarif(files: readonly LintedFile[], version: string): Record<string, unknown> {
  const ruleIndex = new Map(lintRules.map(({ id }, index) => [id, index]));
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "sluice", version, rules: lintRules.map(descriptor) } },
        columnKind: "utf16CodeUnits",
        properties: { omittedFindings: files.reduce((sum, { omitted = 0 }) => sum + omitted, 0) },
        artifacts: files.map(({ file }) => ({ location: { uri: uriOf(file) } })),
        results: files.flatMap(({ file, findings }, index) =>
          findings.map((finding) => ({
            ruleId: finding.rule,
            ruleIndex: ruleIndex.get(finding.rule),
            level: finding.severity,
            message: { text: `${finding.message} ${finding.advice}` },
            locations: [
              {
                physicalLocation: { artifactLocation: { uri: uriOf(file), index }, ...regionOf(finding) },
                logicalLocations: [{ fullyQualifiedName: finding.path, kind: "property" }],
              },
            ],
          })),
        ),
      },
    ],
  };
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
