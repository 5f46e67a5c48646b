import pg from "pg";
import type { Probe } from "./database-watch.ts";
import type { WatchedClient } from "./watched-client.ts";

/** "Too many connections": a server that says so is there. */
const TOO_MANY_CONNECTIONS = "53300";
const GOODBYE_MS = 1000;

/** This connection's own backend, and those among the waiting that have a statement to run. A session's user may see its own. */
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
 * Asks a PostgreSQL on a new connection. A connection of ours that waits for an answer, while its backend has nothing to do
 * or is not there any more, has lost its question or its answer on the way.
 */
export function probePostgres(address: pg.ClientConfig): Probe {
  return async (waiting, signal) => {
    const client = new pg.Client({ ...address, application_name: "lintel probe" });
    client.on("error", () => {
      // It fails the query or the connection attempt below, which reports it.
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
  // Behind a pooler such as PgBouncer the numbers that connections were given are invented: they tell nothing.
  if (own !== backendOf(client)) return [];
  return waiting.filter((connection) => !busy.includes(backendOf(connection)));
}

/** A server logs connections that end without a word. */
function endPolitely(client: pg.Client): void {
  const timer = setTimeout(() => streamOf(client).destroy(), GOODBYE_MS);
  client
    .end()
    .catch(() => {
      // It has ended already.
    })
    .finally(() => clearTimeout(timer));
}

function streamOf(client: pg.Client): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
}

/** 0 while it has none: it is being connected. */
function backendOf(client: pg.Client): number {
  return (client as unknown as { processID: number | null }).processID ?? 0;
}
