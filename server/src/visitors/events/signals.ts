import type { Context } from "../../platform/context.ts";
import type { VisitorEvent } from "../inference/events.ts";

/**
 * A signal of interest derived from an event, of the kinds that a lead's temperature counts. Signals with equal
 * origin count once.
 */
export type VisitSignal = {
  kind: "site_visit" | "property_view" | "favorite" | "search" | "saved_search" | "alert_click";
  occurredAt: Date;
  origin: string;
};

type SignalSource = Pick<VisitorEvent, "id" | "type" | "occurredAt"> & { listing_id?: string };

/**
 * Derives the signals of a session: one per view and per search, one per favorite listing however often it is added,
 * and one per day of activity. Timestamps in the future count as now, so that a browser clock that is ahead cannot
 * raise a future temperature.
 */
export function signalsOf(sessionId: string, events: readonly SignalSource[], now: Date): VisitSignal[] {
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

/**
 * The origin of a favorite is the listing, so that it counts once per lead whether it came as an event or through the
 * favorites API.
 */
export const favoriteOrigin = (listingId: string) => `favorite:${listingId}`;

/** Derives the signals of all events that these sessions hold. */
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
