import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** Writes leads by the columns of an older version, as its processes do while a newer one migrates. */
export class OldWriter {
  /** Those that it changes: triggers announce new leads. */
  readonly tables = ["leads", "stream_events"];
  /** Of each lead whose transaction was committed. */
  readonly emails: string[] = [];
  readonly #client: pg.Client;
  readonly #open: pg.Client;
  readonly #insert: string;
  readonly #working: Promise<void>;
  #isOver = false;

  private constructor(client: pg.Client, open: pg.Client, columns: string[]) {
    this.#client = client;
    this.#open = open;
    const names = columns.join(", ");
    this.#insert = `insert into leads (${names}, email) select ${names}, $1 from leads order by id limit 1`;
    this.#working = this.#work();
  }

  static async start(connectionString: string): Promise<OldWriter> {
    const client = new pg.Client({ connectionString });
    const open = new pg.Client({ connectionString });
    await Promise.all([client.connect(), open.connect()]);
    const { rows } = await client.query<{ name: string }>(`
      select quote_ident(attname) as name
      from pg_attribute
      where attrelid = 'leads'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
        and attname <> 'email'`);
    return new OldWriter(
      client,
      open,
      rows.map(({ name }) => name),
    );
  }

  /** Resolves when so many more leads are stored. */
  async wrote(count: number): Promise<void> {
    const until = this.emails.length + count;
    while (this.emails.length < until) await Promise.race([delay(5), this.#working]);
  }

  /** Writes one lead in a transaction that is open until `commit`. */
  async writeUncommitted(): Promise<() => Promise<void>> {
    const email = "uncommitted@during-the-migration.test";
    await this.#open.query("begin");
    await this.#open.query(this.#insert, [email]);
    return async () => {
      await this.#open.query("commit");
      this.emails.push(email);
    };
  }

  async stop(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#working;
    await Promise.all([this.#client.end(), this.#open.end()]);
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      const email = `written-${this.emails.length}@during-the-migration.test`;
      await this.#client.query(this.#insert, [email]);
      this.emails.push(email);
    }
  }
}
