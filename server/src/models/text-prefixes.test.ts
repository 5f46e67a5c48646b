import { describe, expect, it } from "vitest";
import { prefixed } from "./text-prefixes.ts";

describe("prefixed", () => {
  it.each([
    ["nomic-embed-text:v1.5", "search_query: yard", "search_document: yard"],
    ["intfloat/multilingual-e5-small", "query: yard", "passage: yard"],
    ["Xenova/bge-small-en-v1.5", "Represent this sentence for searching relevant passages: yard", "yard"],
    ["mxbai-embed-large", "Represent this sentence for searching relevant passages: yard", "yard"],
    ["snowflake-arctic-embed2", "query: yard", "yard"],
    ["text-embedding-3-small", "yard", "yard"],
    ["bge-m3", "yard", "yard"],
    ["all-minilm", "yard", "yard"],
  ])("gives %s what it was trained on", (model, query, passage) => {
    expect(prefixed(model, "yard", { as: "query" })).toBe(query);
    expect(prefixed(model, "yard", { as: "passage" })).toBe(passage);
  });
});
