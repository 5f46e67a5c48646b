import type { Context, TenantContext } from "../../context.ts";
import type { VisitorEvent } from "../inference/events.ts";
import { inferPreferences } from "../inference/infer-preferences.ts";
import type { InferredPreferences } from "../inference/preferences.ts";
import { changedPreferences, type FlatPreference } from "../preferences/flat.ts";
import { preferencesOfSession, requireLockedSession, type SessionRow } from "../sessions/session-row.ts";
import type { ReportedEvent } from "./events.schemas.ts";
import { readEvent } from "./read-event.ts";
import { dropEvents, storeEvents } from "./store-events.sql.ts";
import { storeTraits } from "./store-traits.sql.ts";
import { traitsOfListings } from "./traits-of-listings.ts";

/** Of a session that is older and busier than any visitor's the latest events are kept. */
const MOST_KEPT = 5000;

export type KeptEvents = {
  /** As it is now. */
  session: SessionRow;
  /** Those that it did not hold before. */
  added: VisitorEvent[];
  changed: FlatPreference[];
};

/**
 * Keeps what a visitor has done, each event once, and finds out anew from all of it what they want: one statement for the
 * events, however many, and one inference. Call it in a transaction: the session stays locked until its end.
 *
 * @throws AppError 400 for a filter's value that is too long, 404 without a session.
 */
export async function keepEvents(
  ctx: TenantContext,
  sessionId: string | null,
  reported: readonly ReportedEvent[],
): Promise<KeptEvents> {
  const events = reported.map((event, at) => readEvent(event, at, ctx.clock.now()));
  const session = await requireLockedSession(ctx, sessionId);
  if (events.length === 0) return { session, added: [], changed: [] };
  const { all, added } = await storeEvents(ctx.db, session.id, events);
  if (added.length === 0) return { session, added, changed: [] };

  const kept = await latest(ctx, session.id, all);
  const traits = await storeTraits(ctx.db, session.id, await traitsOfListings(ctx, listingsOf(added)));
  const inferred = inferPreferences(kept, traits, ctx.listingIndex.placeNames(null).cities);
  const after = await update(ctx, session, kept, inferred);
  return {
    session: after,
    added,
    changed: changedPreferences(preferencesOfSession(session), preferencesOfSession(after)),
  };
}

async function latest(ctx: Context, sessionId: string, all: VisitorEvent[]): Promise<VisitorEvent[]> {
  if (all.length <= MOST_KEPT) return all;
  const newestFirst = all.toSorted(
    (one, other) => other.occurredAt.getTime() - one.occurredAt.getTime() || (one.id < other.id ? 1 : -1),
  );
  const tooOld = newestFirst.slice(MOST_KEPT).map(({ id }) => id);
  await dropEvents(ctx.db, sessionId, tooOld);
  return newestFirst.slice(0, MOST_KEPT);
}

const listingsOf = (events: VisitorEvent[]) =>
  events.flatMap((event) => ("listing_id" in event ? [event.listing_id] : []));

async function update(
  ctx: Context,
  session: SessionRow,
  kept: VisitorEvent[],
  inferred: InferredPreferences,
): Promise<SessionRow> {
  const viewed = new Set(kept.flatMap((event) => (event.type === "property_view" ? [event.listing_id] : [])));
  const columns = {
    properties_viewed: viewed.size,
    events_kept: kept.length,
    last_activity_at: ctx.clock.now(),
  };
  await ctx.db
    .updateTable("visitor_sessions")
    .set({ ...columns, inferred: JSON.stringify(inferred) })
    .where("id", "=", session.id)
    .execute();
  return { ...session, ...columns, inferred };
}
