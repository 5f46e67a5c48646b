import type { Db } from "../platform/database/database.ts";
import type { Answer } from "../platform/http/route-deps.ts";

/** A caller's key on a route with the hash of the request, and the brokerage where it is known. */
export type Slot = {
  scope: Buffer;
  fingerprint: Buffer;
  brokerageId: number | null;
  sessionId: string | null;
};

type Times = { now: Date; expired: Date; stale: Date };

/**
 * Claims the slot in its own statement, so that other processes see the claim at once. Takes over a slot that has
 * expired, and a claim for the same request whose process has stopped renewing it.
 */
export async function claimSlot(
  db: Db,
  { scope, fingerprint, brokerageId, sessionId }: Slot,
  claim: string,
  times: Times,
): Promise<boolean> {
  const { now, expired, stale } = times;
  const request = { fingerprint, brokerage_id: brokerageId, session_id: sessionId };
  const fresh = { ...request, claim, claimed_at: now, created_at: now };
  const row = await db
    .insertInto("idempotency_keys")
    .values({ scope, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column("scope")
        .doUpdateSet({ ...fresh, status: null, body: null })
        .where((where) =>
          where.or([
            where("idempotency_keys.created_at", "<=", expired),
            where.and([
              where("idempotency_keys.status", "is", null),
              where("idempotency_keys.claimed_at", "<=", stale),
              where("idempotency_keys.fingerprint", "=", fingerprint),
            ]),
          ]),
        ),
    )
    .returning("claim")
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when the claim was lost, or its answer has been stored. */
export async function renewClaim(db: Db, { scope }: Slot, claim: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("idempotency_keys")
    .set({ claimed_at: now })
    .where("scope", "=", scope)
    .where("claim", "=", claim)
    .where("status", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function readSlot(db: Db, { scope }: Slot) {
  return db
    .selectFrom("idempotency_keys")
    .where("scope", "=", scope)
    .select(["fingerprint", "status", "body"])
    .executeTakeFirst();
}

/** @returns false when the claim was lost. */
export async function storeAnswer(
  db: Db,
  { scope }: Slot,
  claim: string,
  { status, body }: { status: number; body: Answer["body"] | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("idempotency_keys")
    .set({ status, body })
    .where("scope", "=", scope)
    .where("claim", "=", claim)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Releases the slot, unless an answer has been stored in it. */
export async function releaseSlot(db: Db, { scope }: Slot, claim: string): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("scope", "=", scope)
    .where("claim", "=", claim)
    .where("status", "is", null)
    .execute();
}

/** @returns how many were deleted, up to `limit`. */
export async function deleteExpired(db: Db, expired: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("idempotency_keys")
    .where("scope", "in", (from) =>
      from
        .selectFrom("idempotency_keys as old")
        .where("old.created_at", "<=", expired)
        .orderBy("old.created_at")
        .limit(limit)
        .select("old.scope"),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
