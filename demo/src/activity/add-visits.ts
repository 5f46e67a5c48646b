import { recordVisitorEvents } from "../../../server/src/engagement/index.ts";
import type { UsesListings } from "../../../server/src/listings/index.ts";
import type { Context } from "../../../server/src/platform/context.ts";
import { createSession, type EventsBody, linkSession } from "../../../server/src/visitors/index.ts";
import type { StoredLead } from "../leads/add-leads.ts";
import { hoursAgo } from "../leads/staff-actor.ts";
import { asVisitor } from "./as-visitor.ts";
import type { Demo } from "./demo.ts";

type Event = EventsBody["events"][number];

/** What a lead looked at: how long ago, in how many homes, with which words. */
type Visit = {
  of: string;
  in: string;
  ago: number;
  homes: number;
  words?: string;
  filters?: Record<string, unknown>;
};

const VISITS: readonly Visit[] = [
  { of: "Nora Quillfeather", in: "Boise", ago: 0.01, homes: 3, filters: { city: ["Boise"], min_beds: 3 } },
  { of: "Amara Lindqvist", in: "Boise", ago: 0.1, homes: 5, words: "bungalow with a porch in Boise" },
  { of: "Celeste Navarro", in: "Boise", ago: 14, homes: 6, filters: { city: ["Boise"], max_price: 420_000 } },
  {
    of: "Rufus Delaney",
    in: "Meridian",
    ago: 30,
    homes: 9,
    filters: { city: ["Meridian"], min_beds: 4, max_price: 465_000 },
  },
  {
    of: "Saskia Wray",
    in: "Boise",
    ago: 8,
    homes: 12,
    words: "house built before 1930 with original windows",
  },
  { of: "Lucinda Farrow", in: "Nampa", ago: 20, homes: 7, filters: { city: ["Nampa"], max_price: 390_000 } },
  { of: "Otto Kirkegaard", in: "Meridian", ago: 52, homes: 8, words: "new construction near Meridian" },
  {
    of: "Beatriz Salcedo",
    in: "Boise",
    ago: 5,
    homes: 4,
    filters: { city: ["Boise"], property_type: "condo" },
  },
];

/** Adds visits of the website to leads, from which follow what they want and how warm they are. */
export async function addVisits(
  ctx: Context<UsesListings>,
  { brokerageId, leads, homes }: Demo,
): Promise<void> {
  const website = asVisitor(ctx, brokerageId);
  for (const [nth, visit] of VISITS.entries()) {
    const lead = leads.get(visit.of) as StoredLead;
    const then = hoursAgo(website, visit.ago);
    const session = await createSession(then);
    if (session === undefined) continue;
    const { session_id } = session.body;
    await linkSession(then, { sessionId: session_id, brokerageId, leadId: lead.id });
    const town = homes.get(visit.in) ?? [];
    const seen = Array.from({ length: visit.homes }, (_, at) => town[(nth + at) % town.length] as string);
    await recordVisitorEvents(then, { session_id, events: eventsOf(visit, seen, then.clock.now()) });
  }
}

const MINUTE_MS = 60_000;

/** One page a minute, the last one now; a search first, and one home kept. */
function eventsOf({ words, filters = {} }: Visit, seen: readonly string[], end: Date): Event[] {
  const at = (pagesBefore: number) => new Date(end.getTime() - pagesBefore * MINUTE_MS).toISOString();
  const begun = at(seen.length + 1);
  return [
    ...(words === undefined ? [] : [{ type: "search_query" as const, timestamp: begun, query: words }]),
    ...Object.entries(filters).map(([filter, value]) => ({
      ...{ type: "filter_change" as const, timestamp: begun, filter, value },
    })),
    ...seen.map((listing_id, nth) => ({
      ...{ type: "property_view" as const, timestamp: at(seen.length - nth), listing_id },
      engagement: { time_seconds: 25 + 9 * nth, scroll_percent: 80, photos_viewed: 3 + nth },
    })),
    { type: "favorite_added", timestamp: at(0), listing_id: seen.at(-1) },
  ];
}
