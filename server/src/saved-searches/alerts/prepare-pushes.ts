import { leadSettingsOfAll } from "../../lead-settings/index.ts";
import { alertMessageCounts } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { enqueueAlerts } from "./enqueue-alerts.ts";
import { finishAlerts } from "./finish-alerts.sql.ts";
import { lockRecipients } from "./recipients.ts";
import { duePushes, stillOpen } from "./unsent-alerts.sql.ts";

const BATCH = 200;

/**
 * Adds due pushes to the ledger for the browsers that clients have now: one may have come since the event. Without a browser an alert
 * ends: what its mail is to tell waits no longer for a push.
 */
export async function preparePushes(ctx: Context): Promise<void> {
  const due = await duePushes(ctx.db, ctx.clock.now());
  for (let at = 0; at < due.length && !ctx.signal.aborted; at += BATCH) {
    const batch = due.slice(at, at + BATCH);
    await inTransaction(ctx, (ctx) => prepare(ctx, batch));
  }
}

async function prepare(ctx: Context, due: readonly { id: number; clientId: number }[]): Promise<void> {
  const { db, clock } = ctx;
  const zones = await leadSettingsOfAll(db);
  const clientIds = [...new Set(due.map(({ clientId }) => clientId))];
  const recipients = await lockRecipients(db, clientIds, (id) => zones.get(id)?.time_zone ?? "UTC");
  // Read again under the lock.
  const open = await stillOpen(
    db,
    due.map(({ id }) => id),
  );
  await enqueueAlerts(
    ctx,
    open.flatMap((alert) => {
      const email = recipients.get(alert.clientId)?.email;
      return email === undefined ? [] : { ...alert, email };
    }),
  );
  const ids = open.map(({ id }) => id);
  const counts = await alertMessageCounts(db, ids);
  const unsent = ids.filter((id) => {
    const { waiting = 0, sending = 0 } = counts.get(id) ?? {};
    return waiting + sending === 0;
  });
  await finishAlerts(db, { ids: unsent, state: "dropped", at: clock.now() });
}
