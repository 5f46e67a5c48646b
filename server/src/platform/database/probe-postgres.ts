import pg from "pg";
import type { Probe } from "./database-watch.ts";
import type { WatchedClient } from "./watched-client.ts";

/** "Too many connections" proves that the server responds. */
const TOO_MANY_CONNECTIONS = "53300";
const GOODBYE_MS = 1000;

/**
 * The backend of this connection, and the waiting backends with a running statement. Users see their own sessions in
 * pg_stat_activity.
 */
const BACKENDS = `
  select
    pg_backend_pid() as own,
    array(
      select pid
      from pg_stat_activity
      where pid = any($1) and (
        state not like 'idle%' or state is null or clock_timestamp() - state_change < interval '1 second'
      )
    ) as busy`;

/**
 * Probes PostgreSQL, at the address that is current by then, on a new connection. A waiting connection whose backend is idle or gone has lost its request or
 * its response in transit.
 */
export function probePostgres(address: () => string): Probe {
  return async (waiting, signal) => {
    const client = new pg.Client({ connectionString: address(), application_name: "lintel probe" });
    client.on("error", () => {
      // The error also rejects the query or the connection attempt below.
    });
    const giveUp = () => streamOf(client).destroy();
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      return await ask(client, waiting);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === TOO_MANY_CONNECTIONS) return [];
      throw error;
    } finally {
      signal.removeEventListener("abort", giveUp);
      endPolitely(client);
    }
  };
}

async function ask(client: pg.Client, waiting: readonly WatchedClient[]): Promise<readonly WatchedClient[]> {
  await client.connect();
  const { rows } = await client.query<{ own: number; busy: number[] }>(BACKENDS, [waiting.map(backendOf)]);
  const { own, busy } = rows[0] as { own: number; busy: number[] };
  // Behind a pooler such as PgBouncer, backend ids are invented.
  if (own !== backendOf(client)) return [];
  return waiting.filter((connection) => !busy.includes(backendOf(connection)));
}

/** Terminates properly: PostgreSQL logs connections that are cut. */
function endPolitely(client: pg.Client): void {
  const timer = setTimeout(() => streamOf(client).destroy(), GOODBYE_MS);
  client
    .end()
    .catch(() => {
      // Ended already.
    })
    .finally(() => clearTimeout(timer));
}

function streamOf(client: pg.Client): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
}

/** 0 while connecting. */
function backendOf(client: pg.Client): number {
  return (client as unknown as { processID: number | null }).processID ?? 0;
}
