import { createHash, randomUUID } from "node:crypto";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { answerToError } from "../platform/http/error-replies.ts";
import type { Answer, KeyedPost } from "../platform/http/route-deps.ts";
import { claimSlot, deleteExpired, keepAnswer, readSlot, releaseSlot, type Slot } from "./claims.queries.ts";
import { Lease } from "./lease.ts";

const MINUTE_MS = 60_000;
const KEPT_MS = 24 * 60 * MINUTE_MS;
/** A claim that has not been renewed for so long: its process has died. A run renews it for as long as it goes on. */
const CLAIM_MS = 2 * MINUTE_MS;
const TIDY_EVERY_MS = 10 * MINUTE_MS;
const TIDY_BATCH = 1000;

type Run<Ctx> = (ctx: Ctx) => Promise<Answer>;

/** Replies to POSTs with an Idempotency-Key, kept for 24 hours (decisions: HTTP). */
export class KeptReplies {
  readonly #claimMs: number;
  #tidiedAt = 0;

  constructor({ claimMs = CLAIM_MS } = {}) {
    this.#claimMs = claimMs;
  }

  /**
   * Runs a POST once, however often it is sent. What the operation changes and its reply are committed together:
   * neither is there without the other, but for what commits as it goes. A refusal (4xx) is a reply like any other; after 5xx, 429 and refused
   * credentials nothing is kept, and the same key may try again.
   *
   * @throws AppError 409 while the first request runs, or when its reply showed a secret; 422 for another body.
   */
  async answerOnce<Ctx extends Context>(
    ctx: Ctx,
    post: KeyedPost,
    run: Run<Ctx>,
  ): Promise<Answer & { replayed: boolean }> {
    await this.#tidy(ctx);
    const slot = slotOf(ctx, post);
    const claim = randomUUID();
    const earlier = await claimOrRead(ctx, slot, claim, this.#claimMs);
    if (earlier) return { ...earlier, replayed: true };

    const lease = new Lease(ctx, { slot, claim, claimMs: this.#claimMs });
    try {
      const runAndKeep = async (ctx: Ctx) => {
        const answer = await run(ctx);
        if (isKept(answer.status)) await keepOrFail(ctx, slot, claim, answer, post);
        return answer;
      };
      // What commits as it goes stops when its claim is lost; what does not is rolled back then, as its reply cannot be kept.
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

  /** Expired replies go a batch at a time, at most every ten minutes once there are none left. */
  async #tidy(ctx: Context): Promise<void> {
    const now = ctx.clock.now().getTime();
    if (now - this.#tidiedAt < TIDY_EVERY_MS) return;
    const deleted = await deleteExpired(ctx.db, new Date(now - KEPT_MS), TIDY_BATCH);
    if (deleted < TIDY_BATCH) this.#tidiedAt = now;
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

/** Null: the slot is ours. Else what its first request answered. */
async function claimOrRead(ctx: Context, slot: Slot, claim: string, claimMs: number): Promise<Answer | null> {
  const now = ctx.clock.now();
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const times = { now, expired: before(KEPT_MS), stale: before(claimMs) };
  // A slot that was given back between the two questions is free again.
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await claimSlot(ctx.db, slot, claim, times)) return null;
    const found = await readSlot(ctx.db, slot);
    if (!found) continue;
    if (!found.fingerprint.equals(slot.fingerprint)) throw otherRequest();
    if (found.status === null) break;
    if (found.body === null) throw new AppError("conflict", NOT_KEPT);
    return { status: found.status, body: found.body };
  }
  throw new AppError("conflict", "A request with this Idempotency-Key is still running");
}

const NOT_KEPT =
  "This request has been carried out before; its reply showed a secret once, or told of somebody whose data have been " +
  "erased since, and is not kept. To do it again, send another Idempotency-Key";

function otherRequest(): AppError {
  const msg = "Idempotency-Key was sent before with another body or query";
  return new AppError("invalid", [{ loc: ["header", "Idempotency-Key"], msg, type: "value_error" }]);
}

async function keepOrFail(
  ctx: Context,
  slot: Slot,
  claim: string,
  answer: Answer,
  post: KeyedPost,
): Promise<void> {
  const kept = { status: answer.status, body: post.showsSecret ? null : answer.body };
  if (await keepAnswer(ctx.db, slot, claim, kept)) return;
  throw new AppError(
    "conflict",
    "This request took so long that another with its Idempotency-Key has taken over",
  );
}

/** The operation has been rolled back. A refusal is kept; after anything else the slot is free. */
async function settleFailure(ctx: Context, slot: Slot, claim: string, error: Error): Promise<void> {
  const { status, body } = answerToError(error as AppError, ctx.requestId);
  try {
    if (isKept(status)) await keepAnswer(ctx.db, slot, claim, { status, body: JSON.stringify(body) });
    else await releaseSlot(ctx.db, slot, claim);
  } catch (cause) {
    // The claim will grow old. What went wrong with the operation is what the caller must hear.
    ctx.log.warn({ err: cause, request_id: ctx.requestId }, "an idempotency claim could not be settled");
  }
}

function isKept(status: number): boolean {
  return status < 500 && status !== 401 && status !== 403 && status !== 429;
}
