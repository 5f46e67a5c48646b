const MAX_KEPT = 2000;
const LITERALS = /'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//g;
const TABLE = String.raw`(?:only\s+)?"?([a-z_][a-z_0-9]*(?:"?\."?[a-z_][a-z_0-9]*)?)"?`;
const WRITES = new RegExp(String.raw`\b(insert\s+into|update|delete\s+from|copy)\s+${TABLE}`, "i");
/** Neither a function (`from unnest(…)`), nor the `from` of `extract` and of `is distinct from`. */
const READS = new RegExp(
  String.raw`(?<!\bdistinct\s+)(?<!\bextract\s*\(\s*\w+\s+)\bfrom\s+${TABLE}(?![a-z_0-9."]|\s*\()`,
  "i",
);

export type StatementSummary = { summary: string; operation: string };

const known = new Map<string, StatementSummary>();

/**
 * What a statement does, and to which table: `select leads`. Nothing else of its text is exported, because a statement may be written with
 * literals; parameters are never read.
 */
export function statementSummary(text: string): StatementSummary {
  const kept = known.get(text);
  if (kept) return kept;
  const summary = summarize(text.replaceAll(LITERALS, " "));
  if (known.size >= MAX_KEPT) known.clear();
  known.set(text, summary);
  return summary;
}

function summarize(text: string): StatementSummary {
  const first = /^[\s(]*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? "statement";
  const isData = ["select", "with", "insert", "update", "delete", "copy"].includes(first);
  if (!isData) return { summary: first, operation: first };
  const write = first === "select" ? null : WRITES.exec(text);
  const operation = write?.[1]?.split(/\s/, 1)[0]?.toLowerCase() ?? "select";
  const table = (write?.[2] ?? READS.exec(text)?.[1])?.replaceAll('"', "").toLowerCase();
  return { summary: table === undefined ? operation : `${operation} ${table}`, operation };
}
