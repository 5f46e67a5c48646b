import { leadSettingsOfAll } from "../../lead-settings/index.ts";
import { alertOf, type ClaimedMessage } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { INSTANT_WINDOW_MS, MAX_INSTANT } from "./alert-plan.ts";
import {
  type DueAlert,
  dueAlerts,
  instantTimes,
  mergeOverdue,
  postponeAlerts,
  setSending,
} from "./due-alerts.sql.ts";
import { lockRecipients, type Recipient } from "./recipients.ts";

/** What is to be done with a claimed message of an alert. */
export type ClaimedAlert = { message: ClaimedMessage } & (
  | { is: "send"; alert: DueAlert; recipient: Recipient }
  | { is: "postpone"; alert: DueAlert; until: Date }
  | { is: "drop"; why: string }
);

/**
 * Decides about claimed messages under the locks of their clients. An instant mail that would be the fourth of an hour is postponed, and
 * takes up what comes meanwhile; of several that are overdue the first tells all; those that are sent are closed for further events.
 */
export async function claimAlerts(
  ctx: Context,
  messages: readonly ClaimedMessage[],
): Promise<ClaimedAlert[]> {
  return inTransaction(ctx, async ({ db, clock }) => {
    const now = clock.now();
    const alertIds = [...new Set(messages.map(alertOf))];
    const clientIds = [...new Set((await dueAlerts(db, alertIds)).map(({ clientId }) => clientId))];
    const zones = await leadSettingsOfAll(db);
    const recipients = await lockRecipients(db, clientIds, (id) => zones.get(id)?.time_zone ?? "UTC");
    // Read again under the lock.
    const alerts = new Map((await dueAlerts(db, alertIds)).map((alert) => [alert.id, alert]));
    const times = await instantTimes(db, clientIds, {
      now,
      after: new Date(now.getTime() - INSTANT_WINDOW_MS),
    });
    const opened = new Map<string, DueAlert>();
    const claimed = messages.map((message): ClaimedAlert => {
      const alert = alerts.get(alertOf(message));
      const recipient = recipients.get(alert?.clientId ?? 0);
      if (!alert || !recipient) return { message, is: "drop", why: "the client or the alert is gone" };
      if (alert.state === "sent" || alert.state === "dropped")
        return { message, is: "drop", why: "told by another message" };
      if (alert.state === "open" && opened.get(keyOf(alert))) {
        if (opened.get(keyOf(alert)) !== alert)
          return { message, is: "drop", why: "told by another message" };
      } else if (alert.state === "open") {
        const until = allowedFrom(times.get(`${alert.clientId} ${alert.channel}`), alert);
        if (until !== null && until > now) return { message, is: "postpone", alert, until };
        opened.set(keyOf(alert), alert);
      }
      return { message, is: "send", alert, recipient };
    });
    const sending = [...opened.values()];
    await setSending(db, sending);
    await mergeOverdue(db, sending, now);
    await postponeAlerts(
      db,
      claimed.flatMap((each) => (each.is === "postpone" ? [{ id: each.alert.id, until: each.until }] : [])),
    );
    return claimed;
  });
}

function keyOf({ clientId, channel, cadence }: DueAlert): string {
  return `${clientId} ${channel} ${cadence}`;
}

/** When the limit of an hour allows another instant alert; null where there is no limit. */
function allowedFrom(times: readonly number[] = [], { cadence }: DueAlert): Date | null {
  const earliest = cadence === "instant" ? times.toSorted((a, b) => b - a)[MAX_INSTANT - 1] : undefined;
  return earliest === undefined ? null : new Date(earliest + INSTANT_WINDOW_MS);
}
