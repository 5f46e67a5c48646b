import { createHash, randomUUID } from "node:crypto";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { answerToError } from "../platform/http/error-replies.ts";
import type { Answer, KeyedPost } from "../platform/http/route-deps.ts";
import { claimSlot, deleteExpired, readSlot, releaseSlot, type Slot, storeAnswer } from "./claims.queries.ts";
import { Lease } from "./lease.ts";

const MINUTE_MS = 60_000;
const RETENTION_MS = 24 * 60 * MINUTE_MS;
/** A claim that was not renewed for this long belongs to a process that died. A running request renews its claim. */
const CLAIM_MS = 2 * MINUTE_MS;
const PRUNE_INTERVAL_MS = 10 * MINUTE_MS;
const PRUNE_BATCH = 1000;

type Run<Ctx> = (ctx: Ctx) => Promise<Answer>;

/** Replies to POSTs with an Idempotency-Key, kept for 24 hours (decisions: HTTP). */
export class KeptReplies {
  readonly #claimMs: number;
  #prunedAt = 0;

  constructor({ claimMs = CLAIM_MS } = {}) {
    this.#claimMs = claimMs;
  }

  /**
   * Runs a POST once, however often it is sent. The operation's changes and its reply are committed together, except
   * for routes with their own transactions. A refusal (4xx) is stored like any other reply; after 5xx, 429 and
   * refused credentials nothing is stored, and the key may be used again.
   *
   * @throws AppError 409 while the first request runs, or when its reply showed a secret; 422 for another body.
   */
  async answerOnce<Ctx extends Context>(
    ctx: Ctx,
    post: KeyedPost,
    run: Run<Ctx>,
  ): Promise<Answer & { replayed: boolean }> {
    await this.#prune(ctx);
    const slot = slotOf(ctx, post);
    const claim = randomUUID();
    const earlier = await claimOrRead(ctx, slot, claim, this.#claimMs);
    if (earlier) return { ...earlier, replayed: true };

    const lease = new Lease(ctx, { slot, claim, claimMs: this.#claimMs });
    try {
      const runAndKeep = async (ctx: Ctx) => {
        const answer = await run(ctx);
        if (isKept(answer.status)) await storeAnswerOrConflict(ctx, slot, claim, answer, post);
        return answer;
      };
      // A route with its own transactions is aborted when its claim is lost. Any other is rolled back, because its
      // reply cannot be stored.
      const answer = await (post.ownTransactions
        ? runAndKeep({ ...ctx, signal: AbortSignal.any([ctx.signal, lease.lost]) })
        : inTransaction(ctx, runAndKeep));
      if (!isKept(answer.status)) await releaseSlot(ctx.db, slot, claim);
      return { ...answer, replayed: false };
    } catch (error) {
      await settleFailure(ctx, slot, claim, error as Error);
      throw error;
    } finally {
      lease.end();
    }
  }

  /** Deletes expired replies one batch at a time, at most every ten minutes once none are left. */
  async #prune(ctx: Context): Promise<void> {
    const now = ctx.clock.now().getTime();
    if (now - this.#prunedAt < PRUNE_INTERVAL_MS) return;
    const deleted = await deleteExpired(ctx.db, new Date(now - RETENTION_MS), PRUNE_BATCH);
    if (deleted < PRUNE_BATCH) this.#prunedAt = now;
  }
}

function slotOf(ctx: Context, { key, caller, path, content, sessionId }: KeyedPost): Slot {
  const scope = JSON.stringify([caller, ctx.tenant?.brokerageId ?? null, path, key]);
  const brokerageId = ctx.tenant?.brokerageId ?? ctx.actor?.brokerageId ?? null;
  return { scope: sha256(scope), fingerprint: sha256(content), brokerageId, sessionId };
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Returns null when the slot was claimed, otherwise the answer of the first request. */
async function claimOrRead(ctx: Context, slot: Slot, claim: string, claimMs: number): Promise<Answer | null> {
  const now = ctx.clock.now();
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const times = { now, expired: before(RETENTION_MS), stale: before(claimMs) };
  // A slot that was released between the two queries is free again.
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await claimSlot(ctx.db, slot, claim, times)) return null;
    const found = await readSlot(ctx.db, slot);
    if (!found) continue;
    if (!found.fingerprint.equals(slot.fingerprint)) throw otherRequest();
    if (found.status === null) break;
    if (found.body === null) throw new AppError("conflict", REPLY_NOT_KEPT);
    return { status: found.status, body: found.body };
  }
  // The header tells this refusal, after which the key is sent again, from one of the operation.
  const headers = { "Retry-After": "1" };
  throw new AppError("conflict", "A request with this Idempotency-Key is still running", { headers });
}

const REPLY_NOT_KEPT =
  "This request was completed before. Its reply held a secret that is shown once, or personal data that has been erased " +
  "since, and is not stored. To repeat the request, send another Idempotency-Key";

function otherRequest(): AppError {
  const msg = "Idempotency-Key was sent before with another body or query";
  return new AppError("invalid", [{ loc: ["header", "Idempotency-Key"], msg, type: "value_error" }]);
}

async function storeAnswerOrConflict(
  ctx: Context,
  slot: Slot,
  claim: string,
  answer: Answer,
  post: KeyedPost,
): Promise<void> {
  const kept = { status: answer.status, body: post.showsSecret ? null : answer.body };
  if (await storeAnswer(ctx.db, slot, claim, kept)) return;
  throw new AppError(
    "conflict",
    "This request took so long that another with its Idempotency-Key has taken over",
  );
}

/** Called after a rollback. Stores a refusal; releases the slot after any other error. */
async function settleFailure(ctx: Context, slot: Slot, claim: string, error: Error): Promise<void> {
  const { status, body } = answerToError(error as AppError, ctx.requestId);
  try {
    if (isKept(status)) await storeAnswer(ctx.db, slot, claim, { status, body: JSON.stringify(body) });
    else await releaseSlot(ctx.db, slot, claim);
  } catch (cause) {
    // The claim expires by itself. The caller must get the operation's own error.
    ctx.log.warn({ err: cause, request_id: ctx.requestId }, "idempotency claim settlement failed");
  }
}

function isKept(status: number): boolean {
  return status < 500 && status !== 401 && status !== 403 && status !== 429;
}
