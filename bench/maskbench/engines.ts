/** The engines to measure: ours, and those of the peers that are installed. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Layout, Options, PeerName } from "./options.ts";

export interface EngineToRun {
  /** Names its folder of results. */
  readonly id: string;
  /** Heads its column. */
  readonly name: string;
  readonly peer: boolean;
  /** What is measured, exactly: results of different ones don't mix. */
  readonly version: string;
  readonly adapter: string;
  readonly options: readonly string[];
}

export interface LeftOut {
  readonly name: string;
  readonly why: string;
  readonly remedy: string;
}

const here = fileURLToPath(new URL(".", import.meta.url));
const names: Record<PeerName, string> = {
  llguidance: "LLGuidance",
  xgrammar: "XGrammar",
  "web-xgrammar": "web-xgrammar",
};

/** Our constraint, once for each layout. */
export function ours(layouts: readonly Layout[]): EngineToRun[] {
  const version = `build ${buildHash()}`;
  return layouts.map((layout) => ({
    id: `sluice-${layout}`,
    name: layout === "any" ? "sluice, any layout" : `sluice, ${layout}`,
    peer: false,
    version,
    adapter: join(here, "sluice.mjs"),
    options: [`whitespace=${layout}`],
  }));
}

/** The peers that were asked for: those that are there, and those that aren't. */
export function findPeers(
  { peers, python, venv }: Pick<Options, "peers" | "python" | "venv">,
  harness: string,
): { readonly found: EngineToRun[]; readonly leftOut: LeftOut[] } {
  const found: EngineToRun[] = [];
  const leftOut: LeftOut[] = [];
  const snake = python ?? (venv === undefined ? "python3" : pythonOf(venv));
  for (const id of peers) {
    const adapter = join(harness, `adapters/${id}.mjs`);
    const probe = id === "web-xgrammar" ? probeModule() : probePython(id, snake, venv);
    if ("version" in probe) {
      const { version, option } = probe;
      found.push({ id, name: `${names[id]} ${version}`, peer: true, version, adapter, options: [option] });
    } else leftOut.push({ name: names[id], ...probe });
  }
  return { found, leftOut };
}

type Probe = { readonly version: string; readonly option: string } | Omit<LeftOut, "name">;

function probeModule(): Probe {
  const folder = join(here, "node_modules/@mlc-ai/web-xgrammar");
  try {
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    return { version, option: `module=${join(folder, "lib/index.js")}` };
  } catch {
    return { why: "its package isn't installed", remedy: "npm ci --prefix bench/maskbench" };
  }
}

/** Asks the Python itself: the module must load (XGrammar's helpers may lack theirs), and its package says its version. */
function probePython(peer: "llguidance" | "xgrammar", python: string, venv: string | undefined): Probe {
  // A name without a folder is looked for among the programs; anything else is a path from here.
  const command = /[/\\]/.test(python) ? resolve(python) : python;
  const needs = peer === "xgrammar" ? ["xgrammar", "tvm_ffi", "numpy", "pydantic"] : ["llguidance"];
  const script = [
    "import importlib.util as u, importlib.metadata as m, json",
    `missing = [n for n in ${JSON.stringify(needs)} if u.find_spec(n) is None]`,
    `print(json.dumps({"missing": missing} if missing else {"version": m.version("${peer}")}))`,
  ].join("\n");
  const { status, stdout, stderr, error } = spawnSync(command, ["-c", script], { encoding: "utf8", timeout: 60_000 });
  const remedy = remedyFor(peer, venv);
  if (status !== 0) {
    const said = error?.message ?? stderr.trim().split("\n").at(-1);
    return { why: `${python} doesn't run${said ? ` (${said})` : ""}`, remedy };
  }
  const { version, missing } = JSON.parse(stdout) as { version?: string; missing?: readonly string[] };
  if (version !== undefined) return { version, option: `python=${command}` };
  return { why: `${python} lacks ${missing?.join(", ")}`, remedy };
}

function remedyFor(peer: "llguidance" | "xgrammar", venv = "FOLDER"): string {
  const pip = `${venv}/bin/pip install`;
  const packages =
    peer === "llguidance"
      ? `${pip} llguidance`
      : `${pip} --no-deps xgrammar && ${pip} apache-tvm-ffi pydantic numpy typing-extensions`;
  return `python3 -m venv ${venv} && ${packages}, then --venv ${venv}`;
}

function pythonOf(venv: string): string {
  const windows = join(venv, "Scripts/python.exe");
  return existsSync(windows) ? windows : resolve(venv, "bin/python");
}

/** Tells builds of ours apart, so that results of two don't end up in one column. */
function buildHash(): string {
  const hash = createHash("sha256").update(readFileSync(join(here, "sluice.mjs")));
  const dist = join(here, "../../dist");
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(dist, file)));
  return hash.digest("hex").slice(0, 12);
}
