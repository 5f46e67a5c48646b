import type { Context } from "../platform/context.ts";
import { renewClaim, type Slot } from "./claims.queries.ts";

/** Renewals per lease period, so that short database outages do not abort a run. */
const RENEWALS_PER_LEASE = 6;
/**
 * A run that could not renew its claim for this share of its period must stop: another process may be about to take
 * over.
 */
const EXPIRING_SHARE = 0.75;

/** Renews the claim of a run while its process lives. */
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
    this.#timer = setInterval(() => void this.#renew(), claimMs / RENEWALS_PER_LEASE).unref();
  }

  /** Aborted when another run has taken over the claim, or may do so soon. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async #renew(): Promise<void> {
    // Detects that the process was suspended, before it renews an expired claim.
    if (performance.now() - this.#renewedAt > this.#claimMs * EXPIRING_SHARE) return this.#lose();
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    const startedAt = performance.now();
    try {
      if (await renewClaim(this.#ctx.db, this.#slot, this.#claim, this.#ctx.clock.now()))
        this.#renewedAt = startedAt;
      else this.#lose();
    } catch {
      // The renewal is retried on the next tick; EXPIRING_SHARE ends the run if none succeeds.
    } finally {
      this.#isRenewing = false;
    }
  }

  #lose(): void {
    this.end();
    this.#lost.abort();
  }
}
