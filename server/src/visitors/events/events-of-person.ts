import type { Context } from "../../platform/context.ts";
import { sessionsOfPerson, type VisitOwner } from "../sessions/person-visits.ts";

/** What a person did on the website. `listingId` is null for searches and filters. */
export type PersonEvent = {
  type: string;
  occurredAt: Date;
  listingId: string | null;
  /** Seconds on a listing's page. */
  seconds: number;
};

/** The newest events of a person's sessions, newest first, without the words of their searches. Index: visitor_events_pkey. */
export async function eventsOfPerson(ctx: Context, owner: VisitOwner, limit: number): Promise<PersonEvent[]> {
  const rows = await ctx.db
    .selectFrom("visitor_events")
    .select((eb) => [
      "type",
      "occurred_at",
      eb.fn<string | null>("jsonb_extract_path_text", ["data", eb.val("listing_id")]).as("listing_id"),
      eb
        .fn<string | null>("jsonb_extract_path_text", ["data", eb.val("engagement"), eb.val("time_seconds")])
        .as("seconds"),
    ])
    .where("session_id", "in", sessionsOfPerson(ctx, owner).select("visitor_sessions.id"))
    .orderBy("occurred_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ type, occurred_at, listing_id, seconds }) => ({
    type,
    occurredAt: occurred_at,
    listingId: listing_id,
    seconds: Number(seconds ?? 0),
  }));
}
