import pg from "pg";
import { getTypeParser } from "./pool.ts";

/** Timeout of asking a server for its position. */
const ANSWER_WITHIN_MS = 1000;

/** Where a server is in the write-ahead log of its cluster. */
export type ServerPosition = {
  /** The same for a primary and its standbys. */
  system: string;
  isStandby: boolean;
  /** Bytes of the log: written by a primary, replayed by a standby. */
  position: number;
  /** Null for a standby. A promotion begins a new one. */
  timeline: number | null;
};

const POSITION = `
  select system_identifier::text as system, pg_is_in_recovery() as "isStandby",
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0'::pg_lsn as position,
    case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline
  from pg_control_system()`;

/** Asks one server for its position, on a connection that is kept for it. */
export class PositionProbe {
  readonly #address: () => string;
  #open: { client: pg.Client; address: string } | null = null;
  #connecting: Promise<pg.Client> | null = null;
  #hasEnded = false;

  /** @param address of the server, which may become another one. */
  constructor(address: () => string) {
    this.#address = address;
  }

  /** @throws when the server does not answer in a second, or has no position. */
  async ask(): Promise<ServerPosition> {
    try {
      const client = await this.#client();
      const { rows } = await client.query<ServerPosition>(POSITION);
      const [found] = rows;
      if (found === undefined || found.position === null) throw new Error("It has no position in a log");
      return found;
    } catch (error) {
      this.#close();
      throw error;
    }
  }

  /** False after a failure. */
  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** For good: later and pending calls of `ask` fail, and no connection stays open. */
  end(): void {
    this.#hasEnded = true;
    this.#close();
  }

  #close(): void {
    const { client } = this.#open ?? {};
    this.#open = null;
    client?.end().catch(() => {});
  }

  async #client(): Promise<pg.Client> {
    if (this.#hasEnded) throw ended();
    const address = this.#address();
    if (this.#open?.address === address) return this.#open.client;
    // Shared: of two connections that are opened at once, one would stay open.
    this.#connecting ??= this.#connect(address).finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async #connect(address: string): Promise<pg.Client> {
    this.#close();
    const client = new pg.Client({
      connectionString: address,
      application_name: "lintel position",
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      types: { getTypeParser },
    });
    client.on("error", () => {
      // It also rejects what is awaited.
      if (this.#open?.client === client) this.#close();
    });
    await client.connect();
    // The position of a server that has been left would count for the one that follows it.
    const isAnother = this.#address() !== address;
    if (this.#hasEnded || isAnother) {
      client.end().catch(() => {});
      throw isAnother ? new Error("It is another server by now") : ended();
    }
    this.#open = { client, address };
    return client;
  }
}

function ended(): Error {
  return new Error("The probe has ended");
}
