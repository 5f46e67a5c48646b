import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";

const MINUTE_MS = 60_000;

type Used = { id: number; last_used_at: Date | null };

/** Stores that a record was used at `now`, unless another process has done so after `before`. */
type Store = (used: Used, times: { now: Date; before: Date }) => Promise<unknown>;

/**
 * Stores when keys or sessions were last used, to the minute, in the background: requests do not wait for it and do not fail with
 * it.
 */
export class LastUse {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #underWay = new Set<number>();

  constructor(store: Store, { clock, log }: { clock: Clock; log: Log }) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  record(used: Used): void {
    const now = this.#clock.now();
    const isFresh = used.last_used_at !== null && now.getTime() - used.last_used_at.getTime() < MINUTE_MS;
    if (isFresh || this.#underWay.has(used.id)) return;
    this.#underWay.add(used.id);
    this.#store(used, { now, before: new Date(now.getTime() - MINUTE_MS) })
      .catch((error: unknown) => this.#log.warn({ err: error }, "last use not stored"))
      .finally(() => this.#underWay.delete(used.id));
  }
}
