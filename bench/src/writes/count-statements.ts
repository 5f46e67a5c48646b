import pg from "pg";

// Loaded before the measured server: counts the statements that it sends, and reports them by their text when asked.

/** How often each text was sent since the last report, and the milliseconds until the answers. */
export type StatementCounts = Record<string, { count: number; ms: number }>;

const counts = new Map<string, { count: number; ms: number }>();
const prototype = pg.Client.prototype as unknown as { query(...input: unknown[]): unknown };
const query = prototype.query;
prototype.query = function countAndQuery(this: unknown, ...input: unknown[]) {
  const [statement] = input as [string | { text: string }];
  const text = typeof statement === "string" ? statement : statement.text;
  const counted = counts.get(text) ?? { count: 0, ms: 0 };
  counts.set(text, counted);
  counted.count++;
  const [sentAt, place] = [performance.now(), input.findIndex((each) => typeof each === "function")];
  const answered = input[place] as ((...answer: unknown[]) => void) | undefined;
  if (answered)
    input[place] = (...answer: unknown[]) => {
      counted.ms += performance.now() - sentAt;
      answered(...answer);
    };
  return query.apply(this, input);
};

process.on("message", () => {
  process.send?.(Object.fromEntries(counts));
  counts.clear();
});
process.channel?.unref();
