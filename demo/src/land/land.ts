import type { DemoPhoto } from "../photo-catalog.ts";
import { PHOTOS_BY_SUBJECT, type PhotoOf } from "../photos-by-subject.ts";
import { landValue } from "../pricing.ts";
import type { Random } from "../random.ts";
import type { ResoProperty } from "../reso-property.ts";
import type { Town } from "../towns.ts";

type Scene = PhotoOf<"landscape">["traits"]["scene"];

/** Land for sale: its record, price and pictures. */
export type LandOffer = {
  record: Partial<ResoProperty>;
  remarks: string;
  value: number;
  photos: DemoPhoto[];
};

const SCENE_WORDS: Partial<Record<Scene, string[]>> = {
  sagebrush: [
    "Open sagebrush ground rolls toward the mountains.",
    "The land is open and natural, with sagebrush and long views.",
  ],
  pasture: ["Green pasture lies ready for horses.", "The pasture has good grass."],
  pines: ["Tall pines shade much of the ground.", "Pine trees give privacy on every side."],
  "building lot": [
    "The lot is level and staked, with a gravel drive in place.",
    "Corners are staked and the building site is level.",
  ],
  farmland: ["The ground has been in row crops.", "Productive farm ground with long straight rows."],
};

function sceneFor(town: Town, acres: number, farm: boolean, random: Random): Scene {
  if (farm) return random.pick(["farmland", "pasture"] as const);
  if (acres < 0.8) return "building lot";
  if (town.settings.includes("mountain") || town.settings.includes("lake"))
    return random.pick(["pines", "pines", "sagebrush"] as const);
  return random.pick(["sagebrush", "pasture", "building lot"] as const);
}

/** A lot, acreage or farm ground near the town; without rooms and year. */
export function buildLand(town: Town, farm: boolean, random: Random): LandOffer {
  const acres = farm
    ? random.int(18, 240)
    : random.weighted([
        [Number(random.between(0.14, 0.6).toFixed(2)), 5],
        [Number(random.between(1, 5.5).toFixed(2)), 4],
        [random.int(6, 40), 2],
      ] as const);
  const scene = sceneFor(town, acres, farm, random);
  const view = random.chance(0.5) ? "mountains" : undefined;
  const river = town.settings.includes("river") && random.chance(0.14);
  const power = random.chance(0.6);
  const well = acres >= 1 && random.chance(0.35);
  const irrigation = (farm || town.settings.includes("farm")) && random.chance(0.6);
  const noun = farm ? "farm ground" : acres < 0.8 ? "building lot" : "acreage";
  const amount = `${acres} ${acres === 1 ? "acre" : "acres"}`;
  const openings = [
    `${amount} of ${noun === "acreage" ? "land" : noun === "building lot" ? "buildable ground" : noun} near ${town.city} in ${town.county} County.`,
    farm
      ? `${amount} of working ground outside ${town.city}.`
      : `Bring your own plans to this ${acres}-acre ${noun === "acreage" ? "parcel" : noun} in ${town.city}.`,
    `Looking for land around ${town.city}? Here are ${amount} of it.`.replace(
      "Here are 1 acre",
      "Here is 1 acre",
    ),
  ];
  const sentences = [
    random.pick(openings),
    random.pick(SCENE_WORDS[scene]!),
    ...(view ? [random.pick(["Mountain views are part of the deal.", "Mountains line the horizon."])] : []),
    ...(river ? [random.pick(["The parcel has river frontage.", "The river forms one boundary."])] : []),
    ...(power ? [random.pick(["Power is at the road.", "Electricity is available at the lot line."])] : []),
    ...(well ? ["A well is in place."] : []),
    ...(irrigation ? [random.pick(["Irrigation water conveys.", "Irrigation shares are included."])] : []),
    random.pick([
      `Call for the plat and come walk the land in ${town.city}.`,
      `Ground like this in ${town.county} County does not come up often.`,
      "Buyer to verify setbacks and building requirements.",
    ]),
  ];
  const scenes: Scene[] = [
    scene,
    ...(view ? ["mountains" as const] : []),
    ...(river ? ["river" as const] : []),
  ];
  const shots = scenes.flatMap((wanted, i) => {
    const shelf = PHOTOS_BY_SUBJECT.landscapes.filter(({ traits }) => traits.scene === wanted);
    return i === 0 ? random.sample(shelf, 3) : random.sample(shelf, 2);
  });
  const place = river
    ? "river"
    : farm || scene === "pasture"
      ? "acreage"
      : scene === "pines"
        ? "forest"
        : "neighborhood";
  const aerials =
    scene === "sagebrush"
      ? []
      : PHOTOS_BY_SUBJECT.aerials.filter(({ traits }) => traits.place === place).slice(0, 1);
  return {
    record: {
      PropertyType: farm ? "Farm" : "Land",
      PropertySubType: farm ? "Agriculture" : acres < 0.8 ? "Unimproved Land" : "Acreage",
      LotSizeAcres: acres,
      LotFeatures: [
        ...(acres >= 1 ? ["Acreage"] : []),
        ...(scene === "building lot" ? ["Level"] : []),
        ...(scene === "pasture" ? ["Pasture"] : []),
        ...(scene === "pines" ? ["Wooded"] : []),
        ...(scene === "farmland" ? ["Farm"] : []),
        ...(scene === "sagebrush" ? ["Native Plants"] : []),
        ...(irrigation ? ["Irrigation Water"] : []),
        ...(power ? ["Power at Lot Line"] : []),
        ...(well ? ["Well"] : []),
      ],
      View: view ? ["Mountain(s)"] : [],
      WaterfrontFeatures: river ? ["River Front"] : [],
    },
    remarks: sentences.slice(0, 6).join(" "),
    value: landValue(town, acres) * (river ? 1.3 : 1) * (farm ? 0.55 : 1) * random.normal(1, 0.14),
    photos: [...new Set([...shots, ...aerials])],
  };
}
