import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findPeers } from "../../bench/maskbench/engines.ts";
import { help, layouts, OptionError, type Options, peerNames, readOptions } from "../../bench/maskbench/options.ts";

const read = (...args: string[]) => readOptions(args) as Options;

describe("options of bench:maskbench", () => {
  it("measures all schemas for us and a sample for the peers unless told otherwise", () => {
    const options = read();
    expect(options).not.toHaveProperty("sample");
    expect(options).toMatchObject({ peerSample: 300, seed: 1, clock: "cpu", timeLimit: 60, json: false });
    expect(options.peers).toEqual(peerNames);
    expect(options.whitespace).toEqual(layouts);
  });

  it("never gives the peers more schemas than us", () => {
    expect(read("--sample", "20")).toMatchObject({ sample: 20, peerSample: 20 });
    expect(read("--sample", "20", "--peer-sample", "all")).toMatchObject({ sample: 20, peerSample: 20 });
    expect(read("--peer-sample", "all")).not.toHaveProperty("peerSample");
    expect(() => read("--sample", "20", "--peer-sample", "21")).toThrow(/--peer-sample 21 is more than --sample 20/);
  });

  it("takes any part of a list, in any order", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...peerNames], { minLength: 1 }), (names) => {
        expect(read("--peers", names.join(",")).peers).toEqual(peerNames.filter((name) => names.includes(name)));
      }),
    );
    expect(read("--peers", "none").peers).toEqual([]);
  });

  it.each([
    ["--sample", "0"],
    ["--sample", "1.5"],
    ["--sample", ""],
    ["--peer-sample", "many"],
    ["--seed", "-1"],
    ["--seed", "4294967296"],
    ["--time-limit", "0"],
    ["--time-limit", "3601"],
    ["--recycle", "0"],
    ["--peers", "outlines"],
    ["--peers", "none,xgrammar"],
    ["--peers", "xgrammar,xgrammar"],
    ["--peers", ""],
    ["--whitespace", "pretty"],
    ["--clock", "cpu,wall"],
    ["--python", " "],
    ["--out", ""],
  ])("refuses %s %j, and says so", (option, value) => {
    const failed = () => read(`${option}=${value}`);
    expect(failed).toThrow(OptionError);
    expect(failed).toThrow(option);
  });

  it("refuses what it doesn't know, and two Pythons", () => {
    expect(() => read("--samples", "3")).toThrow(/--samples.*See --help/s);
    expect(() => read("half")).toThrow(OptionError);
    expect(() => read("--python", "python3", "--venv", "env")).toThrow(/one of them/);
  });

  it("helps with every option it takes", () => {
    expect(readOptions(["--sample", "3", "-h"])).toBe("help");
    for (const [, option] of help.matchAll(/^ {2}--([a-z-]+)/gm)) {
      // An option that isn't known is refused for that; these are known, whatever else is wrong.
      const attempt = () => readOptions([`--${option}`, "-h"]);
      expect(attempt).not.toThrow(/Unknown option/);
    }
  });
});

describe("peers that aren't there", () => {
  it("are left out, with why and how to have them", () => {
    const { found, leftOut } = findPeers({ peers: ["llguidance", "xgrammar"], venv: "/no such folder" }, "harness");
    expect(found).toEqual([]);
    expect(leftOut.map(({ name }) => name)).toEqual(["LLGuidance", "XGrammar"]);
    for (const { why, remedy } of leftOut) {
      expect(why).toContain("/no such folder/bin/python");
      expect(remedy).toContain("pip install");
    }
  });
});
