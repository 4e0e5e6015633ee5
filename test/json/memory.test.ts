/** Text without an end is read in memory that doesn't grow: what's kept after four times the text is what was kept before. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createExtractor, type ExtractorOptions } from "../../src/json/index.ts";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;

function kept(): number {
  gc();
  return process.memoryUsage().heapUsed;
}

const piece = 2 ** 14;
const pieces = 6;
/** Bytes: a sixth of the text between the two looks, and far less than what was told of it. */
const slack = 2 ** 16;

const endless: ExtractorOptions = { select: "all", retain: false };
const events: ExtractorOptions = { ...endless, values: "none" };

test.each<[string, string, string, ExtractorOptions]>([
  ["lines, told and not kept", "", '{"a":[1,"x"],"b":{"c":null}}\n', endless],
  ["lines, of which the last is wanted", "", '{"a":[1,"x"]}\n', { select: "last" }],
  ["lines, of which the first is wanted", "", '{"a":[1,"x"]}\n', {}],
  ["lines, none of which is wanted", "", '{"a":[1,"x"]}\n', { select: "schema", accepts: () => false }],
  ["lines that break", "", '{"a":[1,"x",]}\n', endless],
  ["lines that are repaired", "", "{a:[1,“x”,]} // so\n", { ...endless, mode: "lenient" }],
  ["one array, only told", '{"items":[', '{"a":[1,"x\\n"]},', events],
  ["one object, only told", "{", '"a":{"b":1},', events],
  ["prose", "", 'He said {so} and [1] "it", `x` <b>12</b> f(x) { [0] }. ', endless],
  ["reasoning", "<think>", 'maybe {"a":1} ', endless],
  ["reasoning without a beginning", "", '{"a":1}</think>', endless],
  ["openers", "", "{", endless],
  ["a tag", "<", "tag", endless],
  ["a fence's name", "```", "name", endless],
  ["a tool's name", "[TOOL_CALLS]", "name", endless],
  ["a comment", '{"a":[1,', "/* x */", { ...events, mode: "lenient" }],
  ["white space", '{"a":[1,', " \n", endless],
])("%s", (_, head, again, options) => {
  const text = again.repeat(Math.ceil(piece / again.length));
  const growth = () => {
    const extractor = createExtractor(options);
    let told = 0;
    extractor.onAny(() => told++);
    extractor.write(head);
    for (let i = 0; i < pieces; i++) extractor.write(text);
    const before = kept();
    for (let i = 0; i < 3 * pieces; i++) extractor.write(text);
    const after = kept();
    extractor.end();
    return after - before;
  };
  // The engine keeps what it learns of the code: the first times. What grows with the text grows every time.
  let least = growth();
  for (let round = 1; round < 5 && least >= slack; round++) least = Math.min(least, growth());
  expect(least).toBeLessThan(slack);
});
