/** The native builds of llama.cpp. (Apart from what opens them: node-llama-cpp's types aren't for our users.) */

/** A native build of llama.cpp. */
export type Build = "cpu" | "cuda" | "vulkan" | "metal";

/** `auto` takes the fastest build that finds a device, else `cpu`. */
export type BuildChoice = Build | "auto";

export const builds: readonly Build[] = ["cpu", "cuda", "vulkan", "metal"];

const isAppleSilicon = process.platform === "darwin" && process.arch === "arm64";

/** The builds made for this kind of computer. (Asked for another one, node-llama-cpp silently takes one it has.) */
export const buildsHere: readonly Build[] = isAppleSilicon ? ["cpu", "metal"] : ["cpu", "cuda", "vulkan"];
