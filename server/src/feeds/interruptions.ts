import type { Lease } from "../leases/index.ts";
import { SecretUnreadable } from "../platform/crypto/seal.ts";
import { isConnectionError } from "../platform/database/connection-errors.ts";
import { isDiskFull } from "../platform/disk-space.ts";
import { FeedError } from "./client/feed-error.ts";
import { failUnopened } from "./sync/end-run.ts";
import type { SyncContext } from "./sync/run.ts";

/** How often a run is tried again after an error that is neither its server's, nor a lost database, nor a full disk. */
const MAX_IN_A_ROW = 3;

/** Counts, by feed, the errors that have interrupted its runs in a row, and ends a run that is interrupted again and again. */
export class Interruptions {
  readonly #inARow = new Map<number, number>();

  /** The run went on to its end. */
  clear(feedId: number): void {
    this.#inARow.delete(feedId);
  }

  /** Returns whether the run of the feed is over: failed, with a sentence. */
  async endsRun(
    ctx: Pick<SyncContext, "db" | "clock" | "log">,
    { feedId, lease }: { feedId: number; lease: Pick<Lease, "name" | "holder"> },
    error: unknown,
  ): Promise<boolean> {
    if (isConnectionError(error) || isDiskFull(error)) return false;
    const isFinal = error instanceof SecretUnreadable;
    const inARow = (this.#inARow.get(feedId) ?? 0) + 1;
    this.#inARow.set(feedId, inARow);
    if (!isFinal && inARow < MAX_IN_A_ROW) return false;
    const failure = new FeedError(isFinal ? "secret_unreadable" : "internal_error", { cause: error });
    const isOver = await failUnopened({ ctx, feedId, lease }, failure);
    if (isOver) this.clear(feedId);
    return isOver;
  }
}
