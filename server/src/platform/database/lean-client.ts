import pg from "pg";

type Answer = (error: Error | null, result: pg.QueryResult) => void;
type Query = (query: unknown, values?: unknown, answer?: Answer) => unknown;

/**
 * Queries the driver with callbacks instead of promises. Results of the driver's promises survive into the old
 * generation: V8 copies their rows in successive collections, which stalls readers of many rows (a lead board) for
 * tens of milliseconds.
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
