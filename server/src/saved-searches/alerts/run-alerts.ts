import type { UsesListings } from "../../listings/index.ts";
import { type Counts, deliver } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { alertChannels } from "../saved-searches.schemas.ts";
import { alertQueue } from "./alert-queue.ts";
import { attempt } from "./attempt.ts";
import { sendingAlerts } from "./due-alerts.sql.ts";
import { pauseUnanswered } from "./pause-unanswered.ts";
import { preparePushes } from "./prepare-pushes.ts";
import { recoverAnswered } from "./recover-answered.ts";
import { settleByMessages } from "./settle-alerts.ts";

/** What a pass has done, by action. */
export type AlertCounts = {
  alert_sent: number;
  alert_dropped: number;
  alert_failed: number;
  alert_to_be_retried: number;
  client_paused: number;
};

/**
 * Sends the due alerts of saved searches and favorites, and pauses those of clients who do not react. Any number of passes may run at
 * once, in any number of processes. A step that fails is repeated by the next pass, and holds up no other.
 */
export async function runAlerts(callerCtx: Context<UsesListings>): Promise<AlertCounts> {
  // The caller only starts the pass; its actions are the system's.
  const ctx = { ...callerCtx, actor: null };
  await attempt(ctx, { step: "settle alerts" }, async () =>
    settleByMessages(ctx, await sendingAlerts(ctx.db)),
  );
  await attempt(ctx, { step: "recover alerts of clients who react" }, () => recoverAnswered(ctx));
  const paused = await attempt(ctx, { step: "pause alerts of clients who do not react" }, () =>
    pauseUnanswered(ctx),
  );
  await attempt(ctx, { step: "prepare pushes" }, () => preparePushes(ctx));
  await ctx.listings.sources.refresh();
  // Side by side: a slow channel does not hold up the other.
  const [email, push] = await Promise.all(
    alertChannels.map((channel) =>
      attempt(
        ctx,
        { step: `send alerts by ${channel}` },
        async () => (await deliver(ctx, alertQueue(ctx, channel))).counts,
      ),
    ),
  );
  const sum = (outcome: keyof Counts) => (email?.[outcome] ?? 0) + (push?.[outcome] ?? 0);
  return {
    alert_sent: sum("sent"),
    alert_dropped: sum("dropped"),
    alert_failed: sum("failed"),
    alert_to_be_retried: sum("later"),
    client_paused: paused ?? 0,
  };
}
