import { sql } from "kysely";
import type { UsesListings } from "../../listings/index.ts";
import type { Context, TenantContext } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import type { InferredPreferences, VisitorEvent } from "../inference/events.ts";
import { inferPreferences } from "../inference/infer-preferences.ts";
import { changedPreferences, type FlatPreference } from "../preferences/flat.ts";
import { preferencesOfSession, requireLockedSession, type SessionRow } from "../sessions/session-row.ts";
import type { ReportedEvent } from "./events.schemas.ts";
import { loadListingTraits } from "./load-listing-traits.ts";
import { parseEvent } from "./parse-event.ts";
import { storeEvents } from "./store-events.sql.ts";
import { storeTraits } from "./store-traits.sql.ts";

/** Limits per session. When they are exceeded, the oldest events are deleted. */
const MAX_EVENTS_PER_SESSION = 5000;
const MAX_CHARACTERS_PER_SESSION = 500_000;

export type RecordedEvents = {
  /** The session after the update. */
  session: SessionRow;
  /** Events that were not stored before. */
  added: VisitorEvent[];
  changed: FlatPreference[];
};

/**
 * Stores a visitor's events, each once, and infers the preferences again from all stored events: one statement for
 * the events, and one inference. Must be called in a transaction: the session stays locked until it ends.
 *
 * @throws AppError 400 for a filter's value that is too long, 404 without a session.
 */
export async function recordEvents(
  ctx: TenantContext<UsesListings>,
  sessionId: string | null,
  reported: readonly ReportedEvent[],
): Promise<RecordedEvents> {
  const events = reported.map((event, index) => parseEvent(event, index, ctx.clock.now()));
  const session = await requireLockedSession(ctx, sessionId);
  if (events.length === 0) return { session, added: [], changed: [] };
  const { all, added } = await storeEvents(ctx.db, session.id, events);
  if (added.length === 0) return { session, added, changed: [] };

  const kept = await deleteOldest(ctx, session.id, all);
  const isKept = new Set(kept);
  const addedAndKept = added.filter((event) => isKept.has(event));
  const traits = await storeTraits(
    ctx.db,
    session.id,
    await loadListingTraits(ctx, listingIdsOf(addedAndKept)),
  );
  const inferred = inferPreferences(kept, traits, ctx.listings.index.placeNames(null).cities);
  const after = await updateSession(ctx, session, kept, inferred);
  return {
    session: after,
    added,
    changed: changedPreferences(preferencesOfSession(session), preferencesOfSession(after)),
  };
}

async function deleteOldest(ctx: Context, sessionId: string, all: VisitorEvent[]): Promise<VisitorEvent[]> {
  if (all.length <= MAX_EVENTS_PER_SESSION && charactersIn(all) <= MAX_CHARACTERS_PER_SESSION) return all;
  const newestFirst = all.toSorted(
    (one, other) => other.occurredAt.getTime() - one.occurredAt.getTime() || (one.id < other.id ? 1 : -1),
  );
  let characters = 0;
  const isTooOld = (event: VisitorEvent, nth: number) => {
    characters += charactersIn([event]);
    return nth >= MAX_EVENTS_PER_SESSION || characters > MAX_CHARACTERS_PER_SESSION;
  };
  const first = newestFirst.findIndex(isTooOld);
  const [kept, tooOld] = [newestFirst.slice(0, first), newestFirst.slice(first)];
  await deleteEvents(
    ctx.db,
    sessionId,
    tooOld.map(({ id }) => id),
  );
  await deleteTraitsExcept(ctx.db, sessionId, [...new Set(listingIdsOf(kept))]);
  return kept;
}

/** Counts the free text of queries and filter values: the only part of an event without a fixed size. */
function charactersIn(events: readonly VisitorEvent[]): number {
  return events.reduce((sum, event) => {
    if (event.type === "search_query") return sum + event.query.length;
    return event.type === "filter_change" ? sum + JSON.stringify(event.value).length : sum;
  }, 0);
}

const listingIdsOf = (events: VisitorEvent[]) =>
  events.flatMap((event) => ("listing_id" in event ? [event.listing_id] : []));

async function updateSession(
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
    .set({ ...columns, inferred: toJsonb(inferred) })
    .where("id", "=", session.id)
    .execute();
  return { ...session, ...columns, inferred };
}

/** Index: visitor_events_pkey. */
async function deleteEvents(db: Db, sessionId: string, ids: readonly string[]): Promise<void> {
  await db.deleteFrom("visitor_events").where("session_id", "=", sessionId).where("id", "in", ids).execute();
}

/** Deletes the traits of listings that none of the session's events names any more. Index: visitor_listings_pkey. */
async function deleteTraitsExcept(db: Db, sessionId: string, kept: readonly string[]): Promise<void> {
  await sql`
    delete from visitor_listings
    where session_id = ${sessionId}::uuid and listing_id <> all(${kept}::text[])`.execute(db);
}
