import { beforeAll, expect, it } from "vitest";
import { tokensOf } from "../../src/constraint/constraint.ts";
import type { Vocabulary } from "../../src/constraint/index.ts";
import { embedded } from "../engine/helpers.ts";
import { compareMasks, schemas, vocabularyFrom } from "./vocabularies.ts";

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = await vocabularyFrom(embedded);
});

it("the trie has every token of text once", () => {
  const { trie } = tokensOf(vocabulary);
  const found = [...trie.tokens].sort((a, b) => a - b);
  const expected = Array.from({ length: vocabulary.size }, (_, token) => token).filter(
    (token) => vocabulary.bytesOf(token).length > 0,
  );
  expect(found).toEqual(expected);
});

it.each(schemas)("masks of the embedded vocabulary are exact: %j", (schema) => {
  for (let seed = 0; seed < 12; seed++) compareMasks(vocabulary, schema, seed, 8);
});
