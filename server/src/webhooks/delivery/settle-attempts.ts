import type { Context } from "../../platform/context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import type { EndpointRow } from "../endpoints/endpoint-view.ts";
import type { Attempt } from "./attempt-delivery.ts";
import { disableEndpoint } from "./disable-endpoint.ts";
import { DISABLED_AFTER_MS, nextAttemptAt } from "./retry-schedule.ts";
import { storeAttempts } from "./store-attempts.sql.ts";

const GONE = 410;

/**
 * Stores the results of attempts, in order: delivered, to be retried, or failed; updates since when the endpoint has
 * been failing; and disables endpoints that exceed the limit.
 *
 * Deliveries are locked before endpoints, each in the order of their ids, as in every transaction that locks several.
 */
export async function settleAttempts(ctx: Context, attempts: readonly Attempt[]): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockDeliveries(ctx.db, attempts);
    await storeAttempts(
      ctx.db,
      attempts.map((attempt) => ({ ...attempt, retryAt: retryAt(attempt) })),
    );
    const ids = [...new Set(attempts.map(({ delivery }) => delivery.endpoint_id))];
    for (const endpoint of await lockEndpoints(ctx.db, ids)) {
      const own = attempts.filter(({ delivery }) => delivery.endpoint_id === endpoint.id);
      const { failingSince, disable } = verdict(endpoint.failing_since, own);
      if (failingSince?.getTime() !== endpoint.failing_since?.getTime())
        await setFailingSince(ctx.db, endpoint.id, failingSince);
      if (disable && endpoint.status === "active")
        await disableEndpoint(ctx, endpoint, { reason: disable, failingSince });
    }
  });
}

/** Index: webhook_deliveries_pkey. */
async function lockDeliveries(db: Db, attempts: readonly Attempt[]): Promise<void> {
  const ids = attempts.map(({ delivery }) => delivery.id);
  await db
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** A delivered message, and one whose receiver answered 410, is not retried. */
function retryAt({ delivery, failure, status, endedAt }: Attempt): Date | null {
  return failure === null || status === GONE ? null : nextAttemptAt(delivery.attempts + 1, endedAt);
}

type Verdict = { failingSince: Date | null; disable: "gone" | "failing" | null };

/** Derives the endpoint's state from its attempts (decisions.md: Webhooks). */
export function verdict(failingSince: Date | null, attempts: readonly Attempt[]): Verdict {
  let since = failingSince;
  let disable: Verdict["disable"] = null;
  for (const { failure, status, at } of attempts) {
    since = failure === null ? null : (since ?? at);
    if (since === null) continue;
    if (at.getTime() - since.getTime() >= DISABLED_AFTER_MS) disable = "failing";
    if (status === GONE) disable = "gone";
  }
  return { failingSince: since, disable };
}

/** Locks endpoints until the transaction ends, skipping deleted ones. Index: webhook_endpoints_pkey. */
async function lockEndpoints(db: Db, ids: readonly number[]): Promise<EndpointRow[]> {
  return db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

async function setFailingSince(db: Db, id: number, failing_since: Date | null): Promise<void> {
  await db.updateTable("webhook_endpoints").set({ failing_since }).where("id", "=", id).execute();
}
