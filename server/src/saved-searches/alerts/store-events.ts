import type { Context } from "../../platform/context.ts";
import { type AlertChannel, alertChannels } from "../saved-searches.schemas.ts";
import { AlertPlan } from "./alert-plan.ts";
import { isBackedOff } from "./backoff.ts";
import { keptCounts, pendingCounts } from "./event-counts.sql.ts";
import { insertEvents } from "./insert-events.sql.ts";
import { mergeDrops, pendingDrops } from "./pending-drops.sql.ts";
import type { PlannedAlert } from "./planned-alert.ts";
import type { Recipient } from "./recipients.ts";
import type { ClientEvent } from "./wishes.ts";

/** A price drop is told after this time, unless the price is back by then (search.md, D46). */
export const HOLD_MS = 3_600_000;
/** Events that wait for one client; further ones are only counted. */
const MAX_PENDING = 500;
/** Events of one client that no alert tells, or that were told. Further ones that no alert tells are not stored. */
const MAX_KEPT = 2000;

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
  const left = await withoutMergedDrops(ctx, events);
  const plan = await AlertPlan.read(
    ctx,
    left.map(({ clientId }) => clientId),
    { recipients, now },
  );
  const scheduled = left.map((event): ScheduledEvent => {
    const readyAt = new Date(now.getTime() + (event.isHeld ? HOLD_MS : 0));
    const alerts: ScheduledEvent["alerts"] = {};
    for (const channel of event.kinds.length > 0 ? alertChannels : []) {
      const frequency = event.soonest[channel];
      if (frequency) alerts[channel] = plan.alertFor(event.clientId, channel, { frequency, readyAt });
    }
    return { ...event, alerts, readyAt };
  });
  const stored = [
    ...(await withinPending(ctx, scheduled.filter(isReported))),
    ...(await withinKept(
      ctx,
      scheduled.filter((event) => !isReported(event) && event.newFor.length > 0),
    )),
  ];
  await plan.save(ctx);
  await noteSlowed(ctx, stored.filter(isReported), { recipients, now });
  await insertEvents(
    ctx.db,
    stored.map(({ alerts: { email, push }, ...event }) => ({
      ...event,
      alerts: { ...(email && { email: email.id }), ...(push && { push: push.id }) },
    })),
    now,
  );
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
    .where("client_id", "in", slowed)
    .where("slowed", "=", false)
    .execute();
}

function isReported({ alerts }: ScheduledEvent): boolean {
  return alerts.email !== undefined || alerts.push !== undefined;
}

/** The first of a client's events; an alert counts those that it does not tell. */
async function withinPending({ db }: Context, events: readonly ScheduledEvent[]): Promise<ScheduledEvent[]> {
  const counts = await pendingCounts(db, clientsOf(events), MAX_PENDING);
  return events.filter((event) => {
    const count = counts.get(event.clientId) ?? 0;
    counts.set(event.clientId, count + 1);
    if (count < MAX_PENDING) return true;
    for (const alert of Object.values(event.alerts)) alert.more++;
    return false;
  });
}

async function withinKept({ db }: Context, events: readonly ScheduledEvent[]): Promise<ScheduledEvent[]> {
  const counts = await keptCounts(db, clientsOf(events), MAX_KEPT);
  return events.filter(({ clientId }) => {
    const count = counts.get(clientId) ?? 0;
    counts.set(clientId, count + 1);
    return count < MAX_KEPT;
  });
}

function clientsOf(events: readonly ScheduledEvent[]): number[] {
  return [...new Set(events.map(({ clientId }) => clientId))];
}

async function withoutMergedDrops({ db }: Context, events: readonly ClientEvent[]): Promise<ClientEvent[]> {
  const drops = events.filter(({ fromPrice }) => fromPrice !== null);
  if (drops.length === 0) return [...events];
  const pending = await pendingDrops(
    db,
    drops.map(({ listingId }) => listingId),
  );
  const waiting = new Map(pending.map((row) => [`${row.client_id} ${row.listing_id}`, row]));
  const merged: Parameters<typeof mergeDrops>[1][number][] = [];
  const left = events.map((event) => {
    const known = event.fromPrice === null ? undefined : waiting.get(`${event.clientId} ${event.listingId}`);
    if (!known) return event;
    merged.push({ id: known.id, searchIds: event.searchIds, ofFavorite: event.ofFavorite });
    const kinds = event.kinds.filter((kind) => kind !== "price_drop");
    const isHeld = kinds.includes("new");
    return { ...event, kinds, fromPrice: null, isHeld, ...(kinds.length === 0 && { soonest: {} }) };
  });
  await mergeDrops(db, merged);
  return left;
}
