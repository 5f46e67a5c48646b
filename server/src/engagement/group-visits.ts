import type { PersonEvent } from "../visitors/index.ts";

/** A pause after which the next event begins another visit. */
const PAUSE_MS = 30 * 60_000;

export type GroupedVisit = {
  started_at: Date;
  ended_at: Date;
  homes: { listing_id: string; views: number; seconds: number }[];
  searches: number;
  favorites_added: number;
};

/** Groups events, newest first, into visits, newest first. A visit ends when the last viewed page was left, as far as that is known. */
export function groupVisits(events: readonly PersonEvent[]): GroupedVisit[] {
  const visits: PersonEvent[][] = [];
  let earliest = Number.POSITIVE_INFINITY;
  for (const event of events) {
    const at = event.occurredAt.getTime();
    if (earliest - at > PAUSE_MS || visits.length === 0) visits.push([]);
    visits.at(-1)?.push(event);
    earliest = at;
  }
  return visits.map(describeVisit);
}

function describeVisit(events: PersonEvent[]): GroupedVisit {
  const homes = new Map<string, { listing_id: string; views: number; seconds: number }>();
  for (const { type, listingId, seconds } of events) {
    if (type !== "property_view" || listingId === null) continue;
    const home = homes.get(listingId) ?? { listing_id: listingId, views: 0, seconds: 0 };
    homes.set(listingId, { ...home, views: home.views + 1, seconds: home.seconds + Math.round(seconds) });
  }
  const count = (wanted: string) => events.filter(({ type }) => type === wanted).length;
  return {
    started_at: (events.at(-1) as PersonEvent).occurredAt,
    ended_at: new Date(
      Math.max(...events.map(({ occurredAt, seconds }) => occurredAt.getTime() + seconds * 1000)),
    ),
    homes: [...homes.values()].sort((one, other) => other.seconds - one.seconds || other.views - one.views),
    searches: count("search_query"),
    favorites_added: count("favorite_added"),
  };
}
