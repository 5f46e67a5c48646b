import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { Attempt } from "./attempt-delivery.ts";
import { disableEndpoint } from "./disable-endpoint.ts";
import { DISABLED_AFTER_MS } from "./retry-schedule.ts";
import { noteAttempts } from "./settle-attempts.sql.ts";
import { lockEndpoints, noteFailingSince } from "./settle-endpoints.sql.ts";

const GONE = 410;

/**
 * Notes how attempts have ended, in order: what has arrived, what is tried again and when, and what is given up; since when an
 * endpoint has been failing; and those that are not tried any more.
 *
 * Deliveries are locked before endpoints, in the order of their ids, as everybody does who takes several.
 */
export async function settleAttempts(ctx: Context, attempts: readonly Attempt[]): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await noteAttempts(ctx.db, attempts);
    const ids = [...new Set(attempts.map(({ delivery }) => delivery.endpoint_id))];
    for (const endpoint of await lockEndpoints(ctx.db, ids)) {
      const own = attempts.filter(({ delivery }) => delivery.endpoint_id === endpoint.id);
      const { failingSince, disable } = verdict(endpoint.failing_since, own);
      if (failingSince?.getTime() !== endpoint.failing_since?.getTime())
        await noteFailingSince(ctx.db, endpoint.id, failingSince);
      if (disable && endpoint.status === "active")
        await disableEndpoint(ctx, endpoint, { reason: disable, failingSince });
    }
  });
}

type Verdict = { failingSince: Date | null; disable: "gone" | "failing" | null };

/** What attempts say of their endpoint (decisions.md: Webhooks). */
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
