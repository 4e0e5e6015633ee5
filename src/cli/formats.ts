/** `--formats`, of the commands that hold values to a schema. */
import { Option } from "commander";

export type Formats = "assert" | "annotate";

export function formatsOption(): Option {
  return new Option("--formats <how>", "assert: a string must be of its `format`; annotate: formats say nothing")
    .choices(["assert", "annotate"])
    .default("assert");
}
