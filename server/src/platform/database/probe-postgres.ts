import pg from "pg";
import { HALF_PATIENCE_MS, type Probe } from "./database-watch.ts";
import type { WatchedClient } from "./watched-client.ts";

/** "Too many connections": a server that says so is there. */
const TOO_MANY_CONNECTIONS = "53300";

/** Backends among these that have a statement to run. A session's user may see its own. */
const BUSY_BACKENDS = `
  select pid
  from pg_stat_activity
  where pid = any($1) and (
    state not like 'idle%' or state is null or clock_timestamp() - state_change < interval '1 second'
  )`;

/**
 * Asks a PostgreSQL on a new connection. A connection of ours that waits for an answer, while its backend has nothing to do
 * or is not there any more, has lost its question or its answer on the way.
 */
export function probePostgres(address: pg.ClientConfig): Probe {
  return async (waiting) => {
    const client = new pg.Client({ ...address, application_name: "lintel probe" });
    client.on("error", () => {
      // It fails the query or the connection attempt below, which reports it.
    });
    const failure = Promise.withResolvers<never>();
    const late = () => failure.reject(new Error(`no answer within ${HALF_PATIENCE_MS / 1000} seconds`));
    const timer = setTimeout(() => setImmediate(late), HALF_PATIENCE_MS);
    try {
      return await Promise.race([ask(client, waiting), failure.promise]);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === TOO_MANY_CONNECTIONS) return [];
      throw error;
    } finally {
      clearTimeout(timer);
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  };
}

async function ask(client: pg.Client, waiting: readonly WatchedClient[]): Promise<readonly WatchedClient[]> {
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(BUSY_BACKENDS, [waiting.map(backendOf)]);
  const busy = new Set(rows.map(({ pid }) => pid));
  return waiting.filter((connection) => !busy.has(backendOf(connection)));
}

/** 0 while it has none: it is being connected. */
function backendOf(client: WatchedClient): number {
  return (client as unknown as { processID: number | null }).processID ?? 0;
}
