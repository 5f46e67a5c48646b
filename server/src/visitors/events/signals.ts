import type { Context } from "../../platform/context.ts";
import type { VisitorEvent } from "../inference/events.ts";

/** A sign of interest that an event is: the kinds that a lead's temperature knows. The same event has the same origin. */
export type VisitSignal = {
  kind: "site_visit" | "property_view" | "favorite" | "search";
  occurredAt: Date;
  origin: string;
};

type Told = Pick<VisitorEvent, "id" | "type" | "occurredAt"> & { listing_id?: string };

/**
 * What a session's events say of its visitor's interest: each view and search, each favorite once however often it is added,
 * and each day on which they came. A browser's clock that is ahead does not warm anybody up in the future.
 */
export function signalsOf(sessionId: string, events: readonly Told[], now: Date): VisitSignal[] {
  const signals = new Map<string, VisitSignal>();
  const add = (signal: VisitSignal) => {
    const known = signals.get(signal.origin);
    if (!known || signal.occurredAt < known.occurredAt) signals.set(signal.origin, signal);
  };
  for (const event of events) {
    const occurredAt = event.occurredAt < now ? event.occurredAt : now;
    const day = occurredAt.toISOString().slice(0, 10);
    add({ kind: "site_visit", occurredAt, origin: `visit:${sessionId}:${day}` });
    if (event.type === "property_view" || event.type === "search_query") {
      const kind = event.type === "search_query" ? "search" : "property_view";
      add({ kind, occurredAt, origin: `event:${sessionId}:${event.id}` });
    }
    if (event.type === "favorite_added")
      add({ kind: "favorite", occurredAt, origin: favoriteOrigin(event.listing_id as string) });
  }
  return [...signals.values()];
}

/** A favorite counts once for a lead, in whichever way it was told. */
export const favoriteOrigin = (listingId: string) => `favorite:${listingId}`;

/** Those of all events that some sessions hold. */
export async function signalsOfSessions(
  { db, clock }: Context,
  sessionIds: readonly string[],
): Promise<VisitSignal[]> {
  if (sessionIds.length === 0) return [];
  const rows = await db
    .selectFrom("visitor_events")
    .select((eb) => [
      "session_id",
      "id",
      "type",
      "occurred_at",
      eb.fn<string>("jsonb_extract_path_text", ["data", eb.val("listing_id")]).as("listing_id"),
    ])
    .where("session_id", "in", sessionIds)
    .execute();
  const now = clock.now();
  return sessionIds.flatMap((sessionId) =>
    signalsOf(
      sessionId,
      rows
        .filter((row) => row.session_id === sessionId)
        .map(({ id, type, occurred_at, listing_id }) => ({
          id,
          type: type as VisitorEvent["type"],
          occurredAt: occurred_at,
          listing_id,
        })),
      now,
    ),
  );
}
