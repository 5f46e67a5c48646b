import { peopleAsRecipients } from "../../leads/index.ts";
import { type AlertMessage, enqueueAlertMessages } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { clientSubscribers } from "../../push/index.ts";
import type { PlannedAlert } from "./planned-alert.ts";

type Alert = Pick<PlannedAlert, "id" | "clientId" | "brokerageId" | "channel" | "dueAt"> & { email: string };

/** Alerts whose clients' leads are read by one statement. */
const CHUNK = 1000;

/**
 * Adds alerts to the ledger: one mail each, or a push to each browser that the client has now (search.md, D46). The leads of the clients
 * show them. Safe to repeat: browsers that have come since are added.
 */
export async function enqueueAlerts(ctx: Context, alerts: readonly Alert[]): Promise<void> {
  for (let at = 0; at < alerts.length; at += CHUNK) await enqueueChunk(ctx, alerts.slice(at, at + CHUNK));
}

async function enqueueChunk(ctx: Context, alerts: readonly Alert[]): Promise<void> {
  const people = await peopleAsRecipients(ctx.db, alerts);
  const pushed = alerts.filter(({ channel }) => channel === "push").map(({ clientId }) => clientId);
  const browsers = await clientSubscribers(ctx, pushed);
  await enqueueAlertMessages(
    ctx,
    alerts.flatMap(({ id, clientId, brokerageId, channel, dueAt, email }, nth): AlertMessage[] => {
      const common = { alertId: id, brokerageId, leadId: people[nth]?.lead?.id ?? null, dueAt };
      if (channel === "email") return [{ ...common, email }];
      return (browsers.get(clientId) ?? []).map((each) => ({
        ...common,
        subscriptionId: each.id,
        name: each.name,
      }));
    }),
  );
}
