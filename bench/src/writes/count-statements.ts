import pg from "pg";

// Loaded before the measured server: counts the statements that it sends, and reports them by their text when asked.

/** How often each text was sent since the last report. */
export type StatementCounts = Record<string, number>;

const counts = new Map<string, number>();
const prototype = pg.Client.prototype as unknown as { query(...input: unknown[]): unknown };
const query = prototype.query;
prototype.query = function countAndQuery(this: unknown, ...input: unknown[]) {
  const [statement] = input as [string | { text: string }];
  const text = typeof statement === "string" ? statement : statement.text;
  counts.set(text, (counts.get(text) ?? 0) + 1);
  return query.apply(this, input);
};

process.on("message", () => {
  process.send?.(Object.fromEntries(counts));
  counts.clear();
});
process.channel?.unref();
