import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { serversOf } from "../config/settings.ts";
import type { Log } from "../log.ts";

/** Timeout of asking one server whether it takes writes. */
const ANSWER_WITHIN_MS = 1000;
const SEARCH_AGAIN_MS = 250;
/** Timeline of a server that takes no writes, or does not answer. */
const NONE = -1;

/** A standby has no timeline of its own. The higher timeline is that of the server that was promoted last. */
const STATE = `
  select case when pg_is_in_recovery() then null else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;

/** The same of a server that takes writes: a primary that is about to be replaced may be fenced off by making it read-only. */
const WRITABLE = `
  select timeline
  from (${STATE}) state
  where not current_setting('transaction_read_only')::boolean`;

type Options = {
  url: string;
  log: Log | null;
  /** Called when another server takes the writes: connections to the one before are of no use. */
  onMove: () => void;
};

/**
 * The servers of a PostgreSQL with standbys, and which of them takes writes. Where DATABASE_URL names several, a lost connection starts a
 * search, which ends when one of them takes writes: after the promotion of a standby the process goes on there. A primary that was replaced
 * and comes back still takes writes, which would be lost: no server with a lower timeline than one before is used.
 */
export class DatabaseServers {
  readonly #addresses: string[];
  readonly #options: Options;
  #current: string;
  /** The highest timeline of a server that took writes. */
  #timeline = NONE;
  /** The first comparison of all servers. */
  #compared: Promise<void> | null = null;
  #searching = false;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#addresses = serversOf(options.url);
    this.#current = this.#addresses[0] as string;
  }

  /** The address of the server that takes writes, as far as is known. */
  get current(): string {
    return this.#current;
  }

  get areSeveral(): boolean {
    return this.#addresses.length > 1;
  }

  /** Looks for the server that takes writes, because a connection was lost or refused, or a write was refused. */
  search(): void {
    if (!this.areSeveral || this.#searching || this.#closed) return;
    this.#searching = true;
    void this.#find().finally(() => {
      this.#searching = false;
    });
  }

  /** Refuses a new connection to a server that has become a standby, has not been promoted yet, or was replaced. */
  async verify(client: Pick<pg.PoolClient, "query">): Promise<void> {
    // Before the first connection nothing is known, and the first server of the list may be one that was replaced.
    this.#compared ??= this.#compare().then(() => {});
    await this.#compared;
    const { rows } = await client.query<{ timeline: number | null }>(STATE);
    const timeline = rows[0]?.timeline ?? NONE;
    if (timeline > NONE && timeline >= this.#timeline) {
      this.#timeline = timeline;
      return;
    }
    this.search();
    throw new WrongServer(timeline === NONE ? "is a standby" : "was replaced by another one");
  }

  close(): void {
    this.#closed = true;
  }

  async #find(): Promise<void> {
    while (!this.#closed) {
      const found = await this.#compare();
      if (found !== null) {
        if (found !== this.#current) this.#moveTo(found);
        return;
      }
      await delay(SEARCH_AGAIN_MS, null, { ref: false });
    }
  }

  /** The server that takes writes and was promoted last; null while that one takes none. */
  async #compare(): Promise<string | null> {
    const timelines = await Promise.all(this.#addresses.map(timelineOf));
    const newest = Math.max(...timelines);
    if (newest === NONE || newest < this.#timeline) return null;
    this.#timeline = newest;
    return this.#addresses[timelines.indexOf(newest)] as string;
  }

  #moveTo(address: string): void {
    this.#current = address;
    this.#options.log?.warn({ server: new URL(address).host }, "database server that takes writes changed");
    this.#options.onMove();
  }
}

/** The connection is to a server whose writes are refused or lost. Its code is PostgreSQL's for one that cannot take connections now. */
class WrongServer extends Error {
  readonly code = "57P03";
  constructor(why: string) {
    super(`The database server ${why}`);
  }
}

/** NONE for a standby, for a server that takes no writes, and for a server that does not answer. */
async function timelineOf(connectionString: string): Promise<number> {
  const client = new pg.Client({
    connectionString,
    application_name: "lintel probe",
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  client.on("error", () => {
    // It also rejects what is awaited below.
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number | null }>(WRITABLE);
    return rows[0]?.timeline ?? NONE;
  } catch {
    return NONE;
  } finally {
    client.end().catch(() => {});
  }
}
