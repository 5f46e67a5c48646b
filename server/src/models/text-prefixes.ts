import type { TextUse } from "./text-model.ts";

const SEARCH =
  "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ";
const REPRESENT = "Represent this sentence for searching relevant passages: ";

/** The prefixes for queries and passages that the authors of models specify; the first match applies. */
const prefixes: { model: RegExp; query: string; passage: string }[] = [
  { model: /nomic-embed/, query: "search_query: ", passage: "search_document: " },
  { model: /embeddinggemma/, query: "task: search result | query: ", passage: "title: none | text: " },
  { model: /qwen3-embedding|e5-.*instruct/, query: SEARCH, passage: "" },
  { model: /(^|[/_-])e5-/, query: "query: ", passage: "passage: " },
  { model: /arctic-embed.*v?2/, query: "query: ", passage: "" },
  { model: /bge-(small|base|large)-en|mxbai-embed|arctic-embed/, query: REPRESENT, passage: "" },
];

/** Adds the model's prefix to a text; unknown models have none. */
export function prefixed(model: string, text: string, { as }: TextUse): string {
  const known = prefixes.find((row) => row.model.test(model.toLowerCase()));
  return known ? known[as] + text : text;
}
