import type { UsesListings } from "../../listings/index.ts";
import type { Context, TenantContext } from "../../platform/context.ts";
import type { VisitorEvent } from "../inference/events.ts";
import { inferPreferences } from "../inference/infer-preferences.ts";
import type { InferredPreferences } from "../inference/preferences.ts";
import { changedPreferences, type FlatPreference } from "../preferences/flat.ts";
import { preferencesOfSession, requireLockedSession, type SessionRow } from "../sessions/session-row.ts";
import type { ReportedEvent } from "./events.schemas.ts";
import { readEvent } from "./read-event.ts";
import { dropEvents, storeEvents } from "./store-events.sql.ts";
import { dropTraits, storeTraits } from "./store-traits.sql.ts";
import { traitsOfListings } from "./traits-of-listings.ts";

/** Of a session that is older and busier than any visitor's the latest events are kept, and the latest words in them. */
const MOST_KEPT = 5000;
const MOST_CHARACTERS_KEPT = 500_000;

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
  ctx: TenantContext<UsesListings>,
  sessionId: string | null,
  reported: readonly ReportedEvent[],
): Promise<KeptEvents> {
  const events = reported.map((event, at) => readEvent(event, at, ctx.clock.now()));
  const session = await requireLockedSession(ctx, sessionId);
  if (events.length === 0) return { session, added: [], changed: [] };
  const { all, added } = await storeEvents(ctx.db, session.id, events);
  if (added.length === 0) return { session, added, changed: [] };

  const kept = await latest(ctx, session.id, all);
  const isKept = new Set(kept);
  const addedAndKept = added.filter((event) => isKept.has(event));
  const traits = await storeTraits(ctx.db, session.id, await traitsOfListings(ctx, listingsOf(addedAndKept)));
  const inferred = inferPreferences(kept, traits, ctx.listings.index.placeNames(null).cities);
  const after = await update(ctx, session, kept, inferred);
  return {
    session: after,
    added,
    changed: changedPreferences(preferencesOfSession(session), preferencesOfSession(after)),
  };
}

async function latest(ctx: Context, sessionId: string, all: VisitorEvent[]): Promise<VisitorEvent[]> {
  if (all.length <= MOST_KEPT && charactersIn(all) <= MOST_CHARACTERS_KEPT) return all;
  const newestFirst = all.toSorted(
    (one, other) => other.occurredAt.getTime() - one.occurredAt.getTime() || (one.id < other.id ? 1 : -1),
  );
  let characters = 0;
  const isTooOld = (event: VisitorEvent, nth: number) => {
    characters += charactersIn([event]);
    return nth >= MOST_KEPT || characters > MOST_CHARACTERS_KEPT;
  };
  const first = newestFirst.findIndex(isTooOld);
  const [kept, tooOld] = [newestFirst.slice(0, first), newestFirst.slice(first)];
  await dropEvents(
    ctx.db,
    sessionId,
    tooOld.map(({ id }) => id),
  );
  await dropTraits(ctx.db, sessionId, [...new Set(listingsOf(kept))]);
  return kept;
}

/** What visitors write, and what pages send of filters: all that an event's size depends on. */
function charactersIn(events: readonly VisitorEvent[]): number {
  return events.reduce((sum, event) => {
    if (event.type === "search_query") return sum + event.query.length;
    return event.type === "filter_change" ? sum + JSON.stringify(event.value).length : sum;
  }, 0);
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
