import { setTimeout } from "node:timers/promises";
import type { Db } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { KeyTable } from "../../platform/key-table.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import { type SaleFacts, saleFactsOf } from "./sale-facts.ts";
import { saleRowsAfter } from "./sale-rows-after.sql.ts";

/** Rows a query: some ten milliseconds, so that others get their turn on a database with one connection. */
const CHUNK = 500;
/** A million listings take half a minute to read. */
const WAIT_MS = 15_000;
const RETRY_SECONDS = 30;

const NUMBERS = [
  "source",
  "listDay",
  "listedPrice",
  "listPrice",
  "soldDay",
  "soldPrice",
  "sqft",
  "daysOnMarket",
] as const satisfies (keyof SaleFacts)[];
/** Prices have cents; the others fit in single precision. */
const DOUBLES: readonly string[] = ["listedPrice", "listPrice", "soldPrice", "sqft"];

/**
 * This process's copy of what statistics of the market count, of every listing: read from the database when it is first needed, and
 * from the change log since. It holds more than visitors may know: which listings are shown, and which of their fields, is asked when
 * a statistic is made.
 */
export class MarketFacts {
  readonly #db: Db;
  readonly #rows = new KeyTable();
  readonly #columns = Object.fromEntries(
    NUMBERS.map((name) => [name, DOUBLES.includes(name) ? new Float64Array(0) : new Float32Array(0)]),
  ) as Record<(typeof NUMBERS)[number], Float64Array | Float32Array>;
  /** The only span of most listings, and the further ones of others. */
  #from = new Float32Array(0);
  #to = new Float32Array(0);
  readonly #more = new Map<number, SaleFacts["active"]>();
  #revision = 0;
  #reading: Promise<void> | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Differs after every change. */
  get version(): number {
    return this.#revision;
  }

  /**
   * Resolves when every change committed before the call is here.
   *
   * @throws AppError 503 when that takes long: after a start, with very many listings. Reading goes on.
   */
  async catchUp(): Promise<void> {
    const read = async () => {
      // A read that is under way may have begun before the caller's commit.
      if (this.#reading) await this.#reading.catch(() => {});
      this.#reading ??= this.#readChanges().finally(() => {
        this.#reading = null;
      });
      await this.#reading;
      return true;
    };
    const reading = read();
    // Its failure is the next caller's too.
    reading.catch(() => {});
    if (await Promise.race([reading, setTimeout(WAIT_MS, false, { ref: false })])) return;
    throw new AppError("unavailable", "Market statistics are being prepared. Try again in a minute.", {
      retryAfter: RETRY_SECONDS,
    });
  }

  /** Of a listing by its id. */
  of(id: number): SaleFacts | null {
    const row = this.#rows.get(id);
    if (row === -1) return null;
    const at = (name: (typeof NUMBERS)[number]) => this.#columns[name][row] as number;
    const first = { from: this.#from[row] as number, to: this.#to[row] as number };
    return {
      source: at("source"),
      listDay: at("listDay"),
      listedPrice: at("listedPrice"),
      listPrice: at("listPrice"),
      soldDay: at("soldDay"),
      soldPrice: at("soldPrice"),
      sqft: at("sqft"),
      daysOnMarket: at("daysOnMarket"),
      active: Number.isNaN(first.from) ? [] : [first, ...(this.#more.get(row) ?? [])],
    };
  }

  async #readChanges(): Promise<void> {
    for (;;) {
      const rows = await saleRowsAfter(this.#db, this.#revision, CHUNK);
      for await (const row of iterateYielding(rows)) {
        this.#put(row.id, saleFactsOf(row));
        this.#revision = row.revision;
      }
      if (rows.length < CHUNK) return;
    }
  }

  #put(id: number, facts: SaleFacts): void {
    const known = this.#rows.get(id);
    const row = known === -1 ? this.#rows.size : known;
    if (known === -1) {
      if (row === this.#from.length) this.#grow(Math.max(1024, row * 2));
      this.#rows.set(id, row);
    }
    for (const name of NUMBERS) this.#columns[name][row] = facts[name];
    const [first, ...more] = facts.active;
    this.#from[row] = first?.from ?? Number.NaN;
    this.#to[row] = first?.to ?? Number.NaN;
    if (more.length > 0) this.#more.set(row, more);
    else this.#more.delete(row);
  }

  #grow(capacity: number): void {
    for (const name of NUMBERS) {
      const column = this.#columns[name];
      this.#columns[name] = new (column.constructor as Float64ArrayConstructor)(capacity);
      this.#columns[name].set(column);
    }
    const [from, to] = [this.#from, this.#to];
    this.#from = new Float32Array(capacity);
    this.#from.set(from);
    this.#to = new Float32Array(capacity);
    this.#to.set(to);
  }
}
