import { leadSettings } from "../../lead-settings/index.ts";
import { dropMessagesOfAlerts } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import type { AlertChannel } from "../saved-searches.schemas.ts";
import { type SavedSearchRow, searchesOfClient } from "../searches/saved-search-row.ts";
import { AlertPlan, usableChannels } from "./alert-plan.ts";
import { effectiveFrequency, type Rhythm, sooner } from "./backoff.ts";
import { dropEmptyAlerts, moveEvents, type WaitingEvent, waitingEvents } from "./move-events.sql.ts";
import type { PlannedAlert } from "./planned-alert.ts";
import { lockRecipients, type Recipient } from "./recipients.ts";

type Client = { clientId: number; brokerageId: number };

/** Locks what is scheduled for a client, who exists. */
export async function lockClient({ db }: Context, { clientId, brokerageId }: Client): Promise<Recipient> {
  const { time_zone } = await leadSettings(db, brokerageId);
  const recipients = await lockRecipients(db, [clientId], () => time_zone);
  return recipients.get(clientId) as Recipient;
}

/**
 * Schedules anew what waits for a client, after their searches, their time zone or their backoff have changed: by the present wishes,
 * from now on. What is due already stays as it is: it is composed by the present wishes too. Events that no search wants any more are
 * not told. The client must be locked (`lockClient`).
 */
export async function reschedule(ctx: Context, recipient: Recipient): Promise<void> {
  const { clientId } = recipient;
  const now = ctx.clock.now();
  const searches = new Map((await searchesOfClient(ctx.db, clientId)).map((row) => [row.id, row]));
  const events = await waitingEvents(ctx.db, clientId, now);
  const plan = await AlertPlan.read(ctx, [clientId], { recipients: new Map([[clientId, recipient]]), now });
  const moved = events.map((event) => {
    const alerts: Partial<Record<AlertChannel, PlannedAlert>> = {};
    for (const channel of usableChannels(ctx)) {
      const frequency = soonest(event, channel, { searches, recipient, now });
      if (frequency === null) continue;
      const readyAt = new Date(Math.max(event.ready_at.getTime(), now.getTime()));
      alerts[channel] = plan.alertFor(clientId, channel, { frequency, readyAt });
    }
    return { id: event.id, alerts };
  });
  await plan.save(ctx);
  await moveEvents(
    ctx.db,
    moved.map(({ id, alerts: { email, push } }) => ({
      id,
      email: email?.id ?? null,
      push: push?.id ?? null,
    })),
  );
  const empty = await dropEmptyAlerts(ctx.db, clientId, now);
  await dropMessagesOfAlerts(ctx, empty, "nothing is left to tell");
}

type Known = { searches: ReadonlyMap<number, SavedSearchRow>; recipient: Recipient; now: Date };

/** How soon a channel tells an event: the soonest of the searches that want one of its kinds, and of the favorites. */
function soonest(
  event: WaitingEvent,
  channel: AlertChannel,
  { searches, recipient, now }: Known,
): Rhythm | null {
  const wishes = event.search_ids.flatMap((id) => {
    const search = searches.get(id);
    return search?.events.some((kind) => event.kinds.includes(kind)) ? search : [];
  });
  const all = event.of_favorite ? [...wishes, recipient.favorites] : wishes;
  let soonest: Rhythm | undefined;
  for (const wish of all) {
    const frequency = wish.channels.includes(channel) ? effectiveFrequency(wish, recipient, now) : "off";
    if (frequency !== "off") soonest = sooner(frequency, soonest);
  }
  return soonest ?? null;
}
