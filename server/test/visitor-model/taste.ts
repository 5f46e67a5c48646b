import type { Random } from "../../../demo/src/random.ts";
import type { Market, SimulatedHome } from "./market.ts";

/** What a visitor wants, though they never state all of it. */
export type Taste = {
  low: number;
  high: number;
  minBeds: number;
  /** The first one is where they look most. */
  towns: string[];
  /** Keys of `likings`. */
  likes: string[];
  /** A key of `dislikings`. */
  dislikes: string;
};

/** A key of our vocabulary, the feed's entries that make it true, and how people ask for it. */
type Liking = { entries: string[]; query: string };

export const likings: Record<string, Liking> = {
  shop: { entries: ["Shop"], query: "with a detached shop" },
  rv_parking: { entries: ["RV Access/Parking"], query: "rv parking" },
  mountain_view: { entries: ["Mountain(s) View"], query: "with mountain views" },
  hot_tub: { entries: ["Hot Tub"], query: "with hot tub" },
  finished_basement: { entries: ["Finished Basement"], query: "finished basement" },
  acreage: { entries: ["Acreage"], query: "on acreage" },
  community_pool: { entries: ["Community"], query: "with community pool" },
  golf_course: { entries: ["Golf Course", "Golf Course View"], query: "golf community" },
  waterfront: { entries: ["River Front", "Lake Front"], query: "waterfront" },
  ski_access: { entries: ["Ski Accessible"], query: "ski access" },
  garden: { entries: ["Garden"], query: "with a garden" },
  bonus_room: { entries: ["Bonus Room"], query: "with bonus room" },
  fire_pit: { entries: ["Fire Pit"], query: "with a fire pit" },
  primary_on_main: { entries: ["Primary Downstairs"], query: "primary on main" },
};

type Disliking = { type: "features" | "property_types"; entries: string[]; subtypes: string[] };
const feature = (...entries: string[]): Disliking => ({ type: "features", entries, subtypes: [] });
const kind = (...subtypes: string[]): Disliking => ({ type: "property_types", entries: [], subtypes });

export const dislikings: Record<string, Disliking> = {
  corner_lot: feature("Corner Lot"),
  xeriscape: feature("Xeriscape"),
  cul_de_sac: feature("Cul-De-Sac"),
  beamed_ceilings: feature("Beamed Ceilings"),
  solar_panels: feature("Solar Panels"),
  manufactured: kind("Manufactured Home"),
  townhouse: kind("Townhouse"),
  condo: kind("Condominium"),
};

export const hasLiking = (home: SimulatedHome, key: string): boolean =>
  (likings[key] as Liking).entries.some((entry) => home.entries.has(entry));

export const hasDisliking = (home: SimulatedHome, key: string): boolean => {
  const { entries, subtypes } = dislikings[key] as Disliking;
  return subtypes.includes(home.subtype) || entries.some((entry) => home.entries.has(entry));
};

/** A taste that at least so many homes suit, in the first town and in another, so that there is something to look at. */
const MIN_HOMES = 8;
const MIN_ELSEWHERE = 3;
const MIN_DISLIKED = 5;

/** Draws tastes until the market has homes for one: no visitor looks for what does not exist. */
export function drawTaste(market: Market, towns: readonly string[], random: Random): Taste {
  for (;;) {
    const taste = drawAny(market, towns, random);
    const offers = taste.towns.map((town) => matchingHomes(market, { ...taste, towns: [town] }).length);
    const isOffered = (offers[0] as number) >= MIN_HOMES && (offers[1] ?? MIN_ELSEWHERE) >= MIN_ELSEWHERE;
    if (isOffered && dislikedHomes(market, taste).length >= MIN_DISLIKED) return taste;
  }
}

function drawAny({ inTown }: Market, towns: readonly string[], random: Random): Taste {
  const town = random.pick(towns);
  const others = towns.filter((each) => each !== town);
  const start = random.pick(inTown.get(town) ?? []).price;
  const low = Math.round((start * random.between(0.7, 0.95)) / 5_000) * 5_000;
  const high = Math.round((low * random.between(1.3, 1.75)) / 5_000) * 5_000;
  return {
    low,
    high,
    minBeds: random.pick([2, 3, 3, 4]),
    towns: random.chance(0.35) ? [town, random.pick(others)] : [town],
    likes: random.sample(Object.keys(likings), random.chance(0.35) ? 2 : 1),
    dislikes: random.pick(Object.keys(dislikings)),
  };
}

/** Homes with everything they want and nothing they turn away from. */
export function matchingHomes({ inTown }: Market, taste: Taste): SimulatedHome[] {
  return homesIn(inTown, taste).filter(
    (home) =>
      home.price >= taste.low &&
      home.price <= taste.high &&
      home.beds >= taste.minBeds &&
      !hasDisliking(home, taste.dislikes) &&
      taste.likes.every((key) => hasLiking(home, key)),
  );
}

/** As `suiting`, but for one feature: what they look at where nothing has it all. */
export function nearlyMatchingHomes(market: Market, taste: Taste): SimulatedHome[] {
  const [, ...fewer] = taste.likes;
  return matchingHomes(market, { ...taste, likes: fewer });
}

/** Homes in their towns that have what they turn away from. */
export function dislikedHomes({ inTown }: Market, taste: Taste): SimulatedHome[] {
  return homesIn(inTown, taste).filter(
    (home) =>
      home.price >= taste.low * 0.7 && home.price <= taste.high * 1.3 && hasDisliking(home, taste.dislikes),
  );
}

function homesIn(inTown: Market["inTown"], { towns }: Taste): SimulatedHome[] {
  return towns.flatMap((town) => inTown.get(town) ?? []);
}
