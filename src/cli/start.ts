/**
 * A head start for commands that load a model. Opening the native library takes longest of all: a third of a second to
 * import it, and as long again while it tries its binary in a process of its own. So it goes first, and the rest of the
 * command line is loaded while it waits.
 */
const writers: ReadonlySet<string> = new Set(["plan", "generate"]);

/** Begins to open the native library if the command will need it; resolves when that only waits. Never fails. */
export async function headStart(args: readonly string[]): Promise<void> {
  const [command = ""] = args;
  if (!writers.has(command) || args.includes("--help") || args.includes("-h")) return;
  // Not through the room's index: what that brings along can be loaded later.
  const { libraryWaits, openLibrary } = await import("../engine/llama/library.ts");
  const build = args.find((arg) => arg.startsWith("--build="))?.slice(8) ?? args[args.indexOf("--build") + 1];
  // Whatever is wrong with the build is said when the model is loaded.
  openLibrary(args.some((arg) => arg.startsWith("--build")) ? (build as "auto") : "auto").catch(() => {});
  await libraryWaits();
}
