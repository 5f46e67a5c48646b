import { PHOTOS_BY_SUBJECT, type PhotoOf } from "../photos-by-subject.ts";
import type { Random } from "../random.ts";
import type { Setting, Town } from "../towns.ts";

export type HomeKind = "house" | "condo" | "townhouse" | "manufactured";

/** Optional features of a home; features, remarks, photos and price all use the same set. */
export type Perk =
  | "primary on main"
  | "office"
  | "bonus room"
  | "basement"
  | "loft"
  | "vaulted"
  | "walk-in closet"
  | "pantry"
  | "laundry room"
  | "shop"
  | "barn"
  | "horses"
  | "rv parking"
  | "hot tub"
  | "deck"
  | "patio"
  | "pergola"
  | "fire pit"
  | "fence"
  | "garden"
  | "irrigation"
  | "sprinklers"
  | "solar"
  | "ev charger"
  | "community pool"
  | "trails"
  | "ski access"
  | "golf course"
  | "new roof"
  | "updated";

export type HomeView = "mountains" | "city lights" | "foothills" | "golf course" | "valley";

export type Home = {
  town: Town;
  kind: HomeKind;
  year: number;
  beds: number;
  fullBaths: number;
  threeQuarterBaths: number;
  halfBaths: number;
  sqft: number;
  acres: number | undefined;
  stories: number;
  garage: number;
  /** Chosen first, so that all texts are true of the pictures. */
  front: PhotoOf<"front">;
  kitchen: PhotoOf<"kitchen">;
  living: PhotoOf<"living room">;
  primaryBath: PhotoOf<"bathroom">;
  perks: ReadonlySet<Perk>;
  view: HomeView | undefined;
  water: "river" | "lake" | undefined;
};

type Style = PhotoOf<"front">["traits"]["style"];

function styleOf(kind: HomeKind, year: number, mountain: boolean, random: Random): Style {
  if (kind !== "house") return kind;
  if (mountain && random.chance(0.4)) return "cabin";
  if (year >= 2015)
    return random.weighted([
      ["modern", 18],
      ["two-story", 40],
      ["craftsman", 24],
      ["ranch", 26],
    ] as const);
  if (year >= 1985)
    return random.weighted([
      ["two-story", 46],
      ["ranch", 40],
      ["craftsman", 14],
    ] as const);
  return random.weighted([
    ["ranch", 62],
    ["craftsman", 26],
    ["two-story", 12],
  ] as const);
}

function yearOf(kind: HomeKind, town: Town, thisYear: number, random: Random): number {
  const growing = town.settings.includes("suburb") || town.settings.includes("ski");
  if (kind === "condo" || kind === "townhouse") return random.int(1978, thisYear - 1);
  if (kind === "manufactured") return random.int(1976, thisYear - 2);
  const [from, to] = random.weighted<readonly [number, number]>([
    [[1905, 1945], growing ? 5 : 14],
    [[1946, 1979], growing ? 16 : 30],
    [[1980, 1999], 22],
    [[2000, 2014], growing ? 28 : 20],
    [[2015, thisYear], growing ? 30 : 14],
  ]);
  return random.int(from, to);
}

function bestFront(style: Style, bays: number, random: Random): PhotoOf<"front"> {
  const ofStyle = PHOTOS_BY_SUBJECT.fronts.filter(({ traits }) => traits.style === style);
  const exact = ofStyle.filter(({ traits }) => traits.garageBays === bays);
  return random.pick(exact.length > 0 ? exact : ofStyle);
}

function bathsFor(beds: number, year: number, random: Random) {
  const later = year > 1985 && beds >= 3;
  const wished = Math.round(beds * 0.55 + (year > 1980 ? 0.9 : 0.1) + random.normal(0, 0.45));
  const rooms = Math.max(later ? 2 : 1, Math.min(beds + 1, wished));
  const halfBaths = rooms >= (later ? 3 : 2) && random.chance(later ? 0.5 : 0.2) ? 1 : 0;
  const threeQuarterBaths = rooms - halfBaths >= 2 && random.chance(0.15) ? 1 : 0;
  return { fullBaths: rooms - halfBaths - threeQuarterBaths, threeQuarterBaths, halfBaths };
}

function perksOf(
  draft: Omit<Home, "perks" | "view" | "water">,
  has: (setting: Setting) => boolean,
  random: Random,
): Set<Perk> {
  const { kind, acres = 0, year, stories, sqft, beds } = draft;
  const house = kind === "house";
  const own = kind !== "condo";
  const acreage = acres >= 1;
  const chances: [Perk, number][] = [
    ["primary on main", house && stories === 2 ? 0.3 : 0],
    ["office", sqft > 1900 ? 0.4 : 0.08],
    ["bonus room", house && sqft > 2200 ? 0.3 : 0],
    ["basement", house && year < 2005 ? 0.25 : 0],
    ["loft", stories === 2 && house ? 0.15 : 0],
    ["vaulted", house ? 0.35 : 0.08],
    ["walk-in closet", year > 1985 ? 0.55 : 0.12],
    ["pantry", sqft > 1500 ? 0.45 : 0.1],
    ["laundry room", sqft > 1200 ? 0.6 : 0.2],
    ["shop", acreage ? 0.5 : house ? 0.07 : 0],
    ["barn", acres >= 2 ? 0.35 : 0],
    ["horses", acres >= 2 ? 0.45 : 0],
    ["rv parking", house && acres > 0.17 ? 0.32 : 0.01],
    ["hot tub", own ? 0.08 : 0.02],
    ["deck", has("mountain") && own ? 0.5 : own ? 0.22 : 0],
    ["patio", own ? 0.5 : 0.1],
    ["pergola", own ? 0.12 : 0],
    ["fire pit", own ? 0.14 : 0],
    ["fence", own && !acreage ? 0.6 : 0.15],
    ["garden", house ? 0.16 : 0],
    ["irrigation", has("farm") || has("suburb") ? (own ? 0.35 : 0) : 0.05],
    ["sprinklers", own && year > 1975 ? 0.6 : 0.1],
    ["solar", house ? 0.06 : 0],
    ["ev charger", year > 2010 && own ? 0.1 : 0.01],
    ["community pool", (has("suburb") || has("ski")) && year > 1995 ? 0.16 : 0.01],
    ["trails", 0.2],
    ["ski access", has("ski") ? 0.45 : 0],
    ["golf course", has("golf") ? 0.16 : 0],
    ["new roof", year < 2008 && own ? 0.22 : 0],
    ["updated", year < 2000 ? 0.4 : 0],
  ];
  const perks = new Set(chances.filter(([, chance]) => random.chance(chance)).map(([perk]) => perk));
  if (beds < 2) perks.delete("primary on main");
  if (!perks.has("patio")) perks.delete("pergola");
  return perks;
}

/** A plausible home of that town: first its structure and pictures, then its perks. */
export function buildHome(
  town: Town,
  kind: HomeKind,
  rural: boolean,
  thisYear: number,
  random: Random,
): Home {
  const has = (setting: Setting) => town.settings.includes(setting);
  const year = yearOf(kind, town, thisYear, random);
  const style = styleOf(kind, year, has("mountain"), random);
  const beds = random.weighted(
    kind === "condo"
      ? ([
          [1, 22],
          [2, 58],
          [3, 20],
        ] as const)
      : kind === "house"
        ? ([
            [2, 9],
            [3, 45],
            [4, 32],
            [5, 11],
            [6, 3],
          ] as const)
        : ([
            [2, 30],
            [3, 62],
            [4, 8],
          ] as const),
  );
  const base = { condo: 420, house: 560, townhouse: 540, manufactured: 480 }[kind];
  const perBed = { condo: 330, house: 425, townhouse: 350, manufactured: 300 }[kind];
  const era = year > 2000 ? 1.12 : year < 1960 ? 0.82 : 1;
  const sqft = Math.round(Math.max(520, (base + perBed * beds) * era * random.normal(1, 0.16)));
  const bays =
    year < 1960
      ? random.weighted([
          [1, 7],
          [2, 3],
        ] as const)
      : sqft > 2500
        ? random.weighted([
            [3, 6],
            [2, 4],
          ] as const)
        : random.weighted([
            [2, 8],
            [3, 1],
            [1, 1],
          ] as const);
  const front = bestFront(style, bays, random);
  const modernKitchen = ["white", "gray", "navy", "sage", "black", "cream"];
  const kitchens = PHOTOS_BY_SUBJECT.kitchens.filter(
    ({ traits }) => year < 1998 || modernKitchen.includes(traits.cabinets) || traits.cabinets === "walnut",
  );
  const oldKitchens = PHOTOS_BY_SUBJECT.kitchens.filter(
    ({ traits }) => !modernKitchen.includes(traits.cabinets) || traits.cabinets === "white",
  );
  const kitchen = random.pick(year < 2005 && random.chance(0.6) ? oldKitchens : kitchens);
  const rooms = PHOTOS_BY_SUBJECT.livingRooms.filter(
    ({ traits }) =>
      (kind === "house" || (!traits.beams && traits.fireplace !== "stone")) &&
      (style !== "cabin" || traits.fireplace === "stone" || traits.beams),
  );
  const baths = bathsFor(beds, year, random);
  const grand = beds >= 3 && year > 1985;
  const acres =
    kind === "condo"
      ? undefined
      : rural
        ? Number((random.between(0.7, 3.2) ** 2).toFixed(2))
        : kind === "townhouse"
          ? Number(random.between(0.03, 0.09).toFixed(3))
          : Number(random.between(0.11, has("mountain") ? 0.6 : 0.34).toFixed(2));
  const draft = {
    town,
    kind,
    year,
    beds,
    ...baths,
    sqft,
    acres,
    stories: kind === "condo" || style === "ranch" || style === "manufactured" ? 1 : 2,
    garage: front.traits.garageBays,
    front,
    kitchen,
    living: random.pick(rooms),
    primaryBath: random.pick(PHOTOS_BY_SUBJECT.bathrooms.filter(({ traits }) => traits.primary === grand)),
  };
  const perks = perksOf(draft, has, random);
  const views: [HomeView | undefined, number][] = [
    [undefined, 62],
    ["mountains", has("mountain") ? 60 : 12],
    ["foothills", has("city") ? 8 : 2],
    ["city lights", has("city") ? 4 : 0],
    ["valley", rural ? 14 : 3],
    ["golf course", perks.has("golf course") ? 200 : 0],
  ];
  const river = has("river") && kind !== "manufactured" && random.chance(rural ? 0.14 : 0.04);
  const lake = has("lake") && random.chance(0.12);
  return {
    ...draft,
    perks,
    view: random.weighted(views),
    water: lake ? "lake" : river ? "river" : undefined,
  };
}
