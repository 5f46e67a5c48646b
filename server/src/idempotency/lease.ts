import type { Context } from "../platform/context.ts";
import { renewClaim, type Slot } from "./claims.queries.ts";

/** Renewals that may fail before a claim runs out: a database that stutters does not end a run. */
const RENEWALS = 6;
/** A run that could not renew its claim for so much of its time must stop: another may be about to take over. */
const DOUBTFUL = 0.75;

/** The claim of a run that goes on, renewed for as long as its process lives. */
export class Lease {
  readonly #ctx: Context;
  readonly #slot: Slot;
  readonly #claim: string;
  readonly #claimMs: number;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #renewedAt = performance.now();
  #isRenewing = false;

  constructor(ctx: Context, { slot, claim, claimMs }: { slot: Slot; claim: string; claimMs: number }) {
    this.#ctx = ctx;
    this.#slot = slot;
    this.#claim = claim;
    this.#claimMs = claimMs;
    this.#timer = setInterval(() => void this.#renew(), claimMs / RENEWALS).unref();
  }

  /** Aborted when another run has the claim now, or may have it soon. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async #renew(): Promise<void> {
    // After a process was stopped for minutes, this is what it does first.
    if (performance.now() - this.#renewedAt > this.#claimMs * DOUBTFUL) return this.#lose();
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    const asked = performance.now();
    try {
      if (await renewClaim(this.#ctx.db, this.#slot, this.#claim, this.#ctx.clock.now()))
        this.#renewedAt = asked;
      else this.#lose();
    } catch {
      // The database is away: there are more tries, and then the run stops.
    } finally {
      this.#isRenewing = false;
    }
  }

  #lose(): void {
    this.end();
    this.#lost.abort();
  }
}
