import type { Random } from "../../../demo/src/random.ts";
import { likings, type Taste } from "./taste.ts";

/** An agent, and what they truly are specialists of. */
export type SimulatedAgent = {
  id: number;
  name: string;
  specialties: string[];
  bio: string | null;
  niche: { town: string; likings: string[] } | null;
};

/** As agents write of themselves: some in the words of our vocabulary, some in others. */
const WORDINGS: Record<string, string[]> = {
  shop: ["Homes with workshops", "Shops and outbuildings"],
  rv_parking: ["RV parking and garages", "Room for RVs, boats and toys"],
  mountain_view: ["Mountain view homes", "Homes with a view of the mountains"],
  hot_tub: ["Homes with hot tubs", "Hot tub and spa homes"],
  finished_basement: ["Finished basements", "Homes with walkout basements"],
  acreage: ["Acreage", "Small farms and ranchettes"],
  community_pool: ["Community pool neighborhoods", "Neighborhoods with a shared pool"],
  golf_course: ["Golf course homes", "Fairway living"],
  waterfront: ["Waterfront homes", "Lakefront and riverfront"],
  ski_access: ["Ski properties", "Ski-in lots and cabins"],
  garden: ["Homes for gardeners", "Gardens and greenhouses"],
  bonus_room: ["Homes with bonus rooms", "Media rooms and game rooms"],
  fire_pit: ["Yards with fire pits", "Fire pit backyards"],
  primary_on_main: ["Primary on main", "Main-level primary suites"],
};

const GENERIC: [string[], string | null][] = [
  [["First-time buyers", "FHA loans"], "Patient, and good at explaining what a closing costs."],
  [["Luxury homes", "Relocation"], "Twenty years of fine homes."],
  [["Listing preparation", "Staging"], null],
  [["VA loans", "Military relocation"], "Served twelve years, and knows every form there is."],
  [["Investment property", "1031 exchanges"], "Cap rates before breakfast."],
  [["Downsizing", "Estates and probate"], "Takes as long over it as it takes."],
  [["Historic homes", "Renovations"], "Lives in a bungalow of 1912."],
  [[], "Here for everyone who needs a home."],
  [["New construction", "Builder contracts"], null],
  [["Se habla español"], "Familias primero."],
];

/** One agent for every town and liking, one for every pair of likings that a taste has, and some who know neither. */
export function makeStaff(
  towns: readonly string[],
  tastes: readonly Taste[],
  random: Random,
): SimulatedAgent[] {
  const niches = towns.flatMap((town) => Object.keys(likings).map((liking) => ({ town, likings: [liking] })));
  const pairs = tastes
    .filter(({ likes }) => likes.length > 1)
    .map(({ towns: [town], likes }) => ({ town: town as string, likings: likes }));
  const known = new Map([...niches, ...pairs].map((niche) => [`${niche.town} ${niche.likings}`, niche]));
  const agents = [...known.values()].map((niche) => specialist(niche, random));
  const others = GENERIC.map(([specialties, bio]) => ({ specialties, bio, niche: null }));
  return [...agents, ...others]
    .map((agent) => ({ agent, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ agent }, nth) => ({ id: nth + 1, name: `Agent ${nth + 1}`, ...agent }));
}

function specialist(niche: { town: string; likings: string[] }, random: Random) {
  const words = niche.likings.map((liking) => random.pick(WORDINGS[liking] as string[]));
  const extra = random.pick(["Negotiation", "Buyer representation", "Open houses", "Relocation"]);
  if (random.chance(0.3)) {
    return {
      niche,
      specialties: [...words, extra],
      bio: `Has sold homes in ${niche.town} for eleven years.`,
    };
  }
  return { niche, specialties: [niche.town, ...words, extra], bio: "Answers on weekends, too." };
}

/** Those who know the town they look at most and everything they like. */
export function specialistsFor({ towns, likes }: Taste, agents: readonly SimulatedAgent[]): SimulatedAgent[] {
  return agents.filter(
    ({ niche }) => niche?.town === towns[0] && likes.every((liking) => niche?.likings.includes(liking)),
  );
}
