import type { Random } from "../../../demo/src/random.ts";
import type { Behaviour, VisitorEvent } from "../../src/visitors/inference/events.ts";
import type { Market, SimulatedHome } from "./market.ts";
import { dislikedHomes, likings, matchingHomes, nearlyMatchingHomes, type Taste } from "./taste.ts";

const EVENTS = 30;
/** Of who looks in two towns, the share of looks in the second. */
const ELSEWHERE = 0.3;
const START = Date.parse("2026-06-15T16:00:00Z");

/** How one visitor spends thirty events: mostly on what they want, and never quite. */
export function drawVisit(market: Market, taste: Taste, name: string, random: Random): VisitorEvent[] {
  const behaviours = [...drawFiltersAndQueries(taste, random)];
  const [first, ...others] = taste.towns.map((town) =>
    shuffled(matchingHomes(market, { ...taste, towns: [town] }), random),
  );
  const nearly = nearlyMatchingHomes(market, taste);
  const unwanted = shuffled(dislikedHomes(market, taste), random);
  const away = random.int(4, 6);
  for (const home of unwanted.slice(0, away)) behaviours.push(...rejection(home, random));
  const strays = random.int(2, 4);
  for (let nth = 0; nth < strays; nth++) behaviours.push(strayLook(random.pick(market.listings), random));
  const liked: SimulatedHome[] = [];
  while (behaviours.length < EVENTS - 2) {
    const offers = (others[0] && random.chance(ELSEWHERE) ? others[0] : first) as SimulatedHome[];
    const home = random.chance(0.85)
      ? (offers[liked.length % offers.length] as SimulatedHome)
      : random.pick(nearly);
    liked.push(home);
    behaviours.push(goodLook(home, random));
    if (random.chance(0.2)) behaviours.push(photo(home, random));
  }
  while (behaviours.length < EVENTS) {
    behaviours.push({ type: "favorite_added", listing_id: (random.pick(liked) as SimulatedHome).id });
  }
  return timed(behaviours.slice(0, EVENTS), name, random);
}

/** Filters and queries, of those who use any: some never touch either. */
function drawFiltersAndQueries(taste: Taste, random: Random): Behaviour[] {
  const moves: Behaviour[] = [];
  if (random.chance(0.4)) {
    if (random.chance(0.3)) {
      // Set too low at first, and corrected: the later one counts.
      moves.push({ type: "filter_change", filter: "price_max", value: Math.round(taste.high * 0.8) });
    }
    moves.push({ type: "filter_change", filter: random.pick(["price_max", "maxPrice"]), value: taste.high });
    if (random.chance(0.5))
      moves.push({ type: "filter_change", filter: "price_min", value: String(taste.low) });
    if (random.chance(0.5)) moves.push({ type: "filter_change", filter: "beds", value: `${taste.minBeds}+` });
  }
  if (random.chance(0.45)) moves.push({ type: "search_query", query: queryOf(taste, random) });
  return moves;
}

function queryOf({ towns, minBeds, high, likes }: Taste, random: Random): string {
  const liking = likings[likes[0] as string]?.query ?? "";
  return random.pick([
    `${minBeds} bedroom homes in ${towns[0]} under $${high / 1000}k`,
    `${towns[0]} ${liking}`,
    `house ${liking} near ${towns[0]?.toLowerCase()}`,
    `${minBeds}+ beds ${liking}`,
  ]);
}

function goodLook({ id }: SimulatedHome, random: Random): Behaviour {
  const engagement = {
    time_seconds: Math.round(random.between(35, 260)),
    scroll_percent: random.int(40, 100),
    photos_viewed: random.int(3, 20),
    ...(random.chance(0.12) && { used_calculator: true }),
    ...(random.chance(0.06) && { downloaded_pdf: true }),
  };
  return { type: "property_view", listing_id: id, ...(!random.chance(0.07) && { engagement }) };
}

/** Anything at all, anywhere; now and then they stay. */
function strayLook({ id }: SimulatedHome, random: Random): Behaviour {
  const time_seconds = random.chance(0.15) ? random.int(40, 90) : random.int(3, 30);
  return {
    type: "property_view",
    listing_id: id,
    engagement: { time_seconds, scroll_percent: random.int(0, 60), photos_viewed: random.int(0, 5) },
  };
}

function rejection({ id: listing_id }: SimulatedHome, random: Random): Behaviour[] {
  if (random.chance(0.15)) {
    return [
      { type: "favorite_added", listing_id },
      { type: "favorite_removed", listing_id },
    ];
  }
  const engagement = {
    time_seconds: random.between(1, 6),
    scroll_percent: random.int(0, 25),
    photos_viewed: random.int(0, 2),
  };
  return [{ type: "property_view", listing_id, engagement }];
}

function photo({ id }: SimulatedHome, random: Random): Behaviour {
  return {
    type: "photo_engagement",
    listing_id: id,
    photo_index: random.int(0, 15),
    dwell_ms: random.int(300, 9_000),
    zoomed: random.chance(0.2),
  };
}

/** Visits wander: the order is drawn, but what was added is removed after, and a corrected filter is set last. */
function timed(behaviours: Behaviour[], name: string, random: Random): VisitorEvent[] {
  let at = START;
  return interleaved(behaviours, random).map((behaviour, nth) => {
    at += random.int(4, 240) * 1000;
    return { ...behaviour, id: `${name}-${String(nth).padStart(2, "0")}`, occurredAt: new Date(at) };
  });
}

/** Each gets a place; events of one listing or one filter keep their order among themselves. */
function interleaved(behaviours: Behaviour[], random: Random): Behaviour[] {
  const subjectOf = (each: Behaviour) =>
    "listing_id" in each ? each.listing_id : each.type === "filter_change" ? "filters" : "queries";
  const queues = new Map<string, Behaviour[]>();
  for (const each of behaviours) queues.set(subjectOf(each), [...(queues.get(subjectOf(each)) ?? []), each]);
  return shuffled(behaviours, random).map((each) => queues.get(subjectOf(each))?.shift() as Behaviour);
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
