import { type Command, Option } from "commander";
import type { BuildReport, DoctorReport, ModelReport } from "../../engine/index.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { interruptSignal } from "../interrupt.ts";
import { type Style, styleFor } from "../terminal.ts";

interface DoctorFlags {
  readonly model?: string;
  readonly output: "text" | "json";
}

export function doctorCommand(program: Command, done: (code: ExitCode) => void): void {
  program
    .command("doctor")
    .summary("say what works on this computer")
    .description(
      "Tries Node, the native builds of llama.cpp and a model, each in a process of its own, and says what works. " +
        "Exits with 3 when no model can be run.",
    )
    .option("-m, --model <name>", "the model to try (default: the default model); never downloaded")
    .addOption(new Option("-o, --output <form>", "text or json").choices(["text", "json"]).default("text"))
    .action(async (flags: DoctorFlags) => done(await examine(flags)));
}

async function examine({ model, output }: DoctorFlags): Promise<ExitCode> {
  const signal = interruptSignal();
  const { doctor } = await import("../../engine/index.ts");
  const report = await doctor({ model, signal });
  const text =
    output === "json" ? JSON.stringify(report, null, 2) : reportLines(report, styleFor(process.stdout)).join("\n");
  process.stdout.write(`${text}\n`);
  return report.node.supported && report.model.loads ? exitCodes.valid : exitCodes.engine;
}

function reportLines(report: DoctorReport, style: Style): string[] {
  const { node, system, cpu, memory, nodeLlamaCpp } = report;
  const row = (ok: boolean, what: string, facts: string) =>
    `${ok ? style.green("✓") : style.red("✗")} ${what.padEnd(8)} ${facts}`;
  const gigabytes = (bytes: number) => (bytes / 2 ** 30).toFixed(1);
  return [
    row(
      node.supported,
      "Node",
      `${node.version} on ${system.platform} ${system.arch}${node.supported ? "" : ": sluice needs 20 or later"}`,
    ),
    row(true, "CPU", `${cpu.model}, ${cpu.threads} threads, decoding with ${cpu.defaultThreads}`),
    row(true, "memory", `${gigabytes(memory.free)} GiB free of ${gigabytes(memory.total)}`),
    ...report.builds.map((build) => buildLine(build, nodeLlamaCpp, style)),
    row(report.model.loads, "model", modelFacts(report.model)),
  ];
}

/** A build that isn't there is no fault: most computers have one or two of the four. */
function buildLine(build: BuildReport, nodeLlamaCpp: string, style: Style): string {
  if (!build.usable) return style.dim(`- ${build.build.padEnd(8)} ${build.reason ?? "not usable"}`);
  const devices = build.devices.length > 0 ? `, ${build.devices.join(", ")}` : "";
  const release = build.llamaCpp === undefined ? "" : `llama.cpp ${build.llamaCpp}, `;
  return `${style.green("✓")} ${build.build.padEnd(8)} ${release}node-llama-cpp ${nodeLlamaCpp}${devices}`;
}

function modelFacts(model: ModelReport): string {
  if (!model.loads) return `${model.model || model.path}: ${model.reason}`;
  const facts = [
    model.header && `${model.header.architecture}, ${(model.header.parameters / 1e6).toFixed(1)} M weights`,
    model.loadMs !== undefined && `loads in ${model.loadMs.toFixed(0)} ms`,
    model.tokensPerSecond !== undefined && `${model.tokensPerSecond.toFixed(0)} tokens/s`,
  ];
  return `${model.model}: ${facts.filter(Boolean).join(", ")}`;
}
