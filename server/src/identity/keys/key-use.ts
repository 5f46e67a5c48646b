import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log.ts";

const MINUTE_MS = 60_000;

/**
 * Stores when keys were last used, to the minute, in the background: requests do not wait for it and do not fail with
 * it.
 */
export class KeyUse {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #underWay = new Set<number>();

  constructor(db: Db, clock: Clock, log: Log) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  record(key: { id: number; last_used_at: Date | null }): void {
    const now = this.#clock.now();
    const isFresh = key.last_used_at !== null && now.getTime() - key.last_used_at.getTime() < MINUTE_MS;
    if (isFresh || this.#underWay.has(key.id)) return;
    this.#underWay.add(key.id);
    this.#write(key.id, now)
      .catch((error: unknown) => this.#log.warn({ err: error }, "key last use not stored"))
      .finally(() => this.#underWay.delete(key.id));
  }

  async #write(id: number, now: Date): Promise<void> {
    await this.#db
      .updateTable("api_keys")
      .set({ last_used_at: now })
      .where("id", "=", id)
      // Another process may have updated it since this request read the key.
      .where((where) =>
        where.or([
          where("last_used_at", "is", null),
          where("last_used_at", "<=", new Date(now.getTime() - MINUTE_MS)),
        ]),
      )
      .execute();
  }
}
