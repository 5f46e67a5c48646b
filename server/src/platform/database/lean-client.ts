import pg from "pg";

type Answer = (error: Error | null, result: pg.QueryResult) => void;
type Query = (query: unknown, values?: unknown, answer?: Answer) => unknown;

/**
 * A connection that asks the driver for a callback where it is asked for a promise. Results that the driver promises by
 * itself outlive their readers: V8 copies their rows in one collection of garbage after the other, and whoever reads
 * many rows (a board of leads) stands still for tens of milliseconds every now and then.
 */
export class LeanClient extends pg.Client {
  override query = ((query, values, answer) => {
    const ask = super.query.bind(this) as Query;
    const isPlain = typeof query === "string" && typeof values !== "function" && answer === undefined;
    if (!isPlain) return ask(query, values, answer);
    return new Promise((resolve, reject) => {
      ask(query, values, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }) as Query as pg.Client["query"];
}
