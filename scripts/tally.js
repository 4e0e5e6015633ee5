// Prints the tests that were skipped, then "N passed, N failed" from vitest's JSON report.
import { readFileSync } from "node:fs";

const report = JSON.parse(readFileSync(process.argv[2], "utf8"));
const skipped = report.testResults
  .flatMap((file) => file.assertionResults)
  .filter((test) => test.status !== "passed" && test.status !== "failed");
for (const test of skipped) console.log(`skipped: ${test.fullName}`);
// A test file that failed to load has no tests of its own, and still failed.
const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
for (const file of broken) console.log(`failed to load: ${file.name}: ${file.message}`);
const failed = report.numFailedTests + broken.length;
console.log(
  `${report.numPassedTests} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`,
);
