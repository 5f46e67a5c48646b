import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import type { AlertChannel } from "../saved-searches.schemas.ts";
import { AlertPlan, usableChannels } from "./alert-plan.ts";
import { isBackedOff } from "./backoff.ts";
import { deleteSurplusEvents, MAX_KEPT } from "./delete-surplus-events.sql.ts";
import { keptCounts, pendingCounts } from "./event-counts.sql.ts";
import { insertEvents } from "./insert-events.sql.ts";
import { withoutMergedDrops } from "./merge-drops.ts";
import type { PlannedAlert } from "./planned-alert.ts";
import type { Recipient } from "./recipients.ts";
import type { ClientEvent } from "./wishes.ts";

/** A price drop is told after this time, unless the price is back by then (search.md, D46). */
export const HOLD_MS = 3_600_000;
/** Events that wait for one client. Of further ones it is only known what is new; the alert counts them. */
const MAX_PENDING = 500;

type Scheduling = { recipients: ReadonlyMap<number, Recipient>; now: Date };
type ScheduledEvent = ClientEvent & { alerts: Partial<Record<AlertChannel, PlannedAlert>>; readyAt: Date };

/**
 * Stores what clients are told, and which alerts tell it, with the alerts' rows of the ledger. The clients must be locked. A price that
 * drops again before the first drop is told is told with it.
 */
export async function storeEvents(
  ctx: Context,
  events: readonly ClientEvent[],
  { recipients, now }: Scheduling,
): Promise<void> {
  const left = await withoutMergedDrops(ctx.db, events);
  const plan = await AlertPlan.read(
    ctx,
    left.map(({ clientId }) => clientId),
    { recipients, now },
  );
  const channels = usableChannels(ctx);
  const scheduled: ScheduledEvent[] = [];
  for await (const event of iterateYielding(left)) {
    const readyAt = new Date(now.getTime() + (event.part === "at_once" ? 0 : HOLD_MS));
    const alerts: ScheduledEvent["alerts"] = {};
    for (const channel of event.kinds.length > 0 ? channels : []) {
      const frequency = event.soonest[channel];
      if (frequency) alerts[channel] = plan.alertFor(event.clientId, channel, { frequency, readyAt });
    }
    scheduled.push({ ...event, alerts, readyAt });
  }
  const { reported, surplus } = await withinPending(ctx, scheduled.filter(isReported));
  const others = [...scheduled.filter((event) => !isReported(event)), ...surplus].filter(
    ({ newFor }) => newFor.length > 0,
  );
  await plan.save(ctx);
  await noteSlowed(ctx, reported, { recipients, now });
  await insertEvents(
    ctx.db,
    [...reported, ...others].map(({ alerts: { email, push }, ...event }) => ({
      ...event,
      alerts: { ...(email && { email: email.id }), ...(push && { push: push.id }) },
    })),
    now,
  );
  await dropOldest(ctx, clientsOf(others));
}

/** Notes who gets weekly alerts only because they do not react: see `recoverAnswered`. */
async function noteSlowed(
  { db }: Context,
  events: readonly ScheduledEvent[],
  { recipients, now }: Scheduling,
): Promise<void> {
  const slowed = clientsOf(events).filter((id) => isBackedOff(recipients.get(id) as Recipient, now));
  if (slowed.length === 0) return;
  await db
    .updateTable("alert_recipients")
    .set({ slowed: true })
    .where("client_id", "=", sql<number>`any(${slowed}::integer[])`)
    .where("slowed", "=", false)
    .execute();
}

function isReported({ alerts }: ScheduledEvent): boolean {
  return alerts.email !== undefined || alerts.push !== undefined;
}

/** The first of a client's events; alerts count the others, without telling them. */
async function withinPending(
  { db }: Context,
  events: readonly ScheduledEvent[],
): Promise<{ reported: ScheduledEvent[]; surplus: ScheduledEvent[] }> {
  const counts = await pendingCounts(db, clientsOf(events), MAX_PENDING);
  const reported: ScheduledEvent[] = [];
  const surplus: ScheduledEvent[] = [];
  for (const event of events) {
    const count = counts.get(event.clientId) ?? 0;
    counts.set(event.clientId, count + 1);
    if (count < MAX_PENDING) {
      reported.push(event);
      continue;
    }
    for (const alert of Object.values(event.alerts)) alert.more++;
    surplus.push({ ...event, alerts: {} });
  }
  return { reported, surplus };
}

/** Makes room for what clients hear of from now on: `since` and `new_count` reach back as far as events are kept. */
async function dropOldest({ db }: Context, clientIds: readonly number[]): Promise<void> {
  const counts = await keptCounts(db, clientIds, MAX_KEPT + 1);
  await deleteSurplusEvents(
    db,
    clientIds.filter((id) => (counts.get(id) ?? 0) > MAX_KEPT),
  );
}

function clientsOf(events: readonly ScheduledEvent[]): number[] {
  return [...new Set(events.map(({ clientId }) => clientId))];
}
