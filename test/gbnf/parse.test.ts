import { describe, expect, it } from "vitest";
import { createRecogniser, GbnfError, type GbnfErrorCode, parseGbnf } from "../../src/gbnf/index.ts";
import { load } from "./support/native.ts";

/** Which of these texts a grammar takes. */
function taken(grammar: string, texts: readonly string[]): string[] {
  const start = createRecogniser(parseGbnf(grammar));
  return texts.filter((text) => {
    const reader = start.fork();
    reader.accept(text);
    return reader.complete;
  });
}

function errorOf(grammar: string): GbnfError {
  try {
    parseGbnf(grammar);
  } catch (error) {
    if (error instanceof GbnfError) return error;
    throw error;
  }
  throw new Error(`no error in ${grammar}`);
}

describe("GBNF as llama.cpp reads it", () => {
  it.each([
    ["literals and escapes", 'root ::= "a\\n\\t\\r\\\\\\"\\x41\\u00e9\\U0001F600[]"', ['a\n\t\r\\"Aé😀[]'], ["a"]],
    ["classes, ranges and escapes in them", "root ::= [a-c\\]\\-^x-]", ["a", "c", "]", "-", "^", "x"], ["d", "", "ab"]],
    ["negated classes", "root ::= [^a-y\\n]", ["z", "é", "😀"], ["b", "\n", ""]],
    ["any character", "root ::= . .", ["ab", "😀\n"], ["a", "abc"]],
    [
      "quantifiers",
      'root ::= "a"* "b"+ "c"? [d]{2} "e"{1,2} "f"{0,1} "g"{2,}',
      ["bddegg", "aabbcddeefggg"],
      ["bddeg", "bdegg"],
    ],
    ["a quantified literal repeats as a whole", 'root ::= "ab"{2}', ["abab"], ["abb"]],
    ["quantifiers of quantifiers", 'root ::= "a"{2}{3}', ["aaaaaa"], ["aaaa"]],
    ["a count of none", 'root ::= "a" "b"{0}', ["a"], ["ab"]],
    [
      "groups over several lines",
      'root ::= ("a" | # one\n  "b"\n  | ("c" "d")*\n) "!"',
      ["a!", "b!", "!", "cdcd!"],
      ["c!", "ab!"],
    ],
    ["empty alternatives", 'root ::= "a" ("b" | ) | ', ["a", "ab", ""], ["b"]],
    ["names with digits and dashes, in any order", "root ::= a-1 \r\na-1 ::= 2b\n2b::=[x]", ["x"], ["y"]],
    ["comments and blank lines", '# head\n\nroot ::= "a" # tail\n\n# more\n', ["a"], ["#"]],
    ["an empty class is the empty text", 'root ::= [] "a"', ["a"], [""]],
    ["recursion", 'root ::= "(" root ")" | ""', ["", "()", "((()))"], ["(", "())"]],
    ["the rest of the line after ::= may follow below", 'root ::=\n  "a" |\n  "b"', ["a", "b"], ["ab"]],
  ] as const)("%s", async (_, grammar, pass, fail) => {
    expect(taken(grammar, [...pass, ...fail])).toEqual(pass);
    expect(await load(grammar)).toBeDefined();
  });

  it.each([
    ['root ::= "a', "syntax", 1, 10],
    ["root ::= [a", "syntax", 1, 10],
    ["root ::= [a-", "syntax", 1, 10],
    ['root ::= ("a"', "syntax", 1, 10],
    ['root ::= "a")', "syntax", 1, 13],
    ['root ::= "\\q"', "syntax", 1, 11],
    ['root ::= "\\x4"', "syntax", 1, 11],
    ["root ::= *", "syntax", 1, 10],
    ['root ::= "" *', "syntax", 1, 13],
    ['root ::= "a"{', "syntax", 1, 14],
    ['root ::= "a"{1', "syntax", 1, 15],
    ['root ::= "a"{1;2}', "syntax", 1, 15],
    ['root = "a"', "syntax", 1, 6],
    ['root ::= "a"\n| "b"', "syntax", 2, 1],
    ['root ::= "a"\n\n  bad_name ::= "b"', "syntax", 3, 6],
    ["root ::= a", "undefined-rule", 1, 10],
    ['\nroot ::= "a"\n b ::= c\nc ::= d', "undefined-rule", 4, 7],
    ['x ::= "a"', "no-root", 1, 1],
    ["", "no-root", 1, 1],
    ['root ::= "a"\nroot ::= "b"', "duplicate-rule", 2, 1],
    ["root ::= <think>", "token-literal", 1, 10],
    ["root ::= !<[12]>", "token-literal", 1, 10],
    ['root ::= "a"{2000}', "repetition", 1, 13],
    ['root ::= "a"{0,2000}', "repetition", 1, 13],
    ['root ::= "a"{0,5000}', "repetition", 1, 13],
    ['root ::= "a"{3,2}', "repetition", 1, 13],
    ['root ::= ("a" | b c){700}\nb ::= "x"\nc ::= "y"', "repetition", 1, 21],
    ['root ::= "a\0b"', "syntax", 1, 12],
  ] satisfies [string, GbnfErrorCode, number, number][])("refuses %j", (grammar, code, line, column) => {
    const error = errorOf(grammar);
    expect([error.code, error.line, error.column]).toEqual([code, line, column]);
    expect(error.message).toContain(`Line ${line}, column ${column}: `);
    expect(grammar.slice(0, error.offset).split("\n").length).toBe(line);
  });

  it("has no limit on nesting", () => {
    const depth = 50_000;
    expect(taken(`root ::= ${"(".repeat(depth)}"a"${")".repeat(depth)}`, ["a", "b"])).toEqual(["a"]);
    expect(errorOf(`root ::= ${"(".repeat(depth)}`).code).toBe("syntax");
  });

  it("bounds what repetitions come to", () => {
    expect(errorOf(`root ::= ${'"xxxxxxxxxxxxxxxxxxxx"{1999} '.repeat(200)}`).code).toBe("too-large");
  });
});
