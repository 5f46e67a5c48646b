import type { UsesListings } from "../../listings/index.ts";
import { alertMailStates, deliver } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { alertQueue } from "./alert-queue.ts";
import { sendingAlerts } from "./due-alerts.sql.ts";
import { pauseUnanswered } from "./pause-unanswered.ts";
import { recoverAnswered } from "./recover-answered.ts";
import { markDropped, markSent, reopen } from "./settle-alerts.ts";

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
 * once, in any number of processes.
 */
export async function runAlerts(callerCtx: Context<UsesListings>): Promise<AlertCounts> {
  // The caller only starts the pass; its actions are the system's.
  const ctx = { ...callerCtx, actor: null };
  await settleLeft(ctx);
  await recoverAnswered(ctx);
  const paused = await pauseUnanswered(ctx);
  await ctx.listings.sources.refresh();
  const email = await deliver(ctx, alertQueue(ctx, "email"));
  const push = await deliver(ctx, alertQueue(ctx, "push"));
  const sum = (outcome: keyof typeof email.counts) => email.counts[outcome] + push.counts[outcome];
  return {
    alert_sent: sum("sent"),
    alert_dropped: sum("dropped"),
    alert_failed: sum("failed"),
    alert_to_be_retried: sum("later"),
    client_paused: paused,
  };
}

/** Pushes that a process has left are not waited for. */
const PUSH_MS = 3_600_000;

/** Settles alerts whose process has ended between the ledger's record and theirs. */
async function settleLeft(ctx: Context): Promise<void> {
  const alerts = await sendingAlerts(ctx.db);
  const states = await alertMailStates(
    ctx.db,
    alerts.filter(({ channel }) => channel === "email").map(({ id }) => id),
  );
  for (const alert of alerts) {
    const state = alert.channel === "email" ? (states.get(alert.id) ?? "gone") : pushState(ctx, alert);
    if (state === "sent") await markSent(ctx, [alert]);
    else if (state === "waiting") await reopen(ctx, alert.id);
    else if (state !== "sending") await markDropped(ctx, alert);
  }
}

function pushState({ clock }: Context, { dueAt }: { dueAt: Date }): "sent" | "sending" {
  return clock.now().getTime() - dueAt.getTime() > PUSH_MS ? "sent" : "sending";
}
