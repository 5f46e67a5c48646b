import type { Context } from "../platform/context.ts";
import { executeRequest } from "./execute-request.ts";

const BATCH = 100;

/**
 * Executes the confirmed requests that are due (SPEC: Retention, Data deletion requests), each in its own
 * transaction, deletes unconfirmed ones that expired, and anonymizes exports whose links expired.
 *
 * @throws the first error, after all other requests were executed.
 */
export async function sweepPrivacyRequests(
  ctx: Context,
): Promise<{ privacy_request_done: number; privacy_request_expired: number }> {
  const errors: unknown[] = [];
  let done = 0;
  for (let from = { due_at: new Date(0), id: 0 }; !ctx.signal.aborted; ) {
    const due = await findDueAfter(ctx, from);
    for (const { id } of due) {
      if (ctx.signal.aborted) break;
      try {
        if ((await executeRequest(ctx, id))?.isDoneNow) done++;
      } catch (error) {
        errors.push(error);
      }
    }
    if (due.length < BATCH) break;
    from = due.at(-1) as typeof from;
  }
  const expired = await removeUnconfirmed(ctx);
  await anonymizeExpiredExports(ctx);
  if (errors.length > 0) throw errors[0];
  return { privacy_request_done: done, privacy_request_expired: expired };
}

/** Index privacy_requests_due. */
async function findDueAfter({ db, clock }: Context, from: { due_at: Date; id: number }) {
  const rows = await db
    .selectFrom("privacy_requests")
    .select(["id", "due_at"])
    .where("status", "=", "confirmed")
    .where("due_at", "<=", clock.now())
    .where(({ eb, refTuple, tuple }) => eb(refTuple("due_at", "id"), ">", tuple(from.due_at, from.id)))
    .orderBy("due_at")
    .orderBy("id")
    .limit(BATCH)
    .execute();
  return rows as { id: number; due_at: Date }[];
}

/** Index privacy_requests_expiring, also for `anonymizeExpiredExports`. */
async function removeUnconfirmed({ db, clock }: Context): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("privacy_requests")
    .where("status", "=", "pending_confirmation")
    .where("email", "is not", null)
    .where("token_expires_at", "<=", clock.now())
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function anonymizeExpiredExports({ db, clock }: Context): Promise<void> {
  await db
    .updateTable("privacy_requests")
    .set({ email: null, token_hash: null })
    .where("status", "=", "done")
    .where("email", "is not", null)
    .where("token_expires_at", "<=", clock.now())
    .execute();
}
