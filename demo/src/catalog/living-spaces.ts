import type { ColorName } from "../../drawings/color.ts";
import type { DiningRoomTraits } from "../../drawings/dining-room.ts";
import type { GarageTraits } from "../../drawings/garage.ts";
import type { LivingRoomTraits } from "../../drawings/living-room.ts";
import type { LaundryTraits, OfficeTraits } from "../../drawings/utility-rooms.ts";
import { cycle, type PhotoDraft, sentence, slug, spoken } from "./draft.ts";

const FIREPLACES: [LivingRoomTraits["fireplace"], number][] = [
  ["stone", 8],
  ["brick", 5],
  ["white tile", 5],
  ["none", 10],
];
const WALLS: ColorName[] = ["beige", "white", "light gray", "cream", "sage", "light blue", "white"];
const SOFAS: ColorName[] = ["gray", "navy", "cream", "brown", "charcoal", "dark green", "teal", "tan"];
const RUGS: ColorName[] = ["red", "light blue", "terracotta", "gray", "yellow", "teal", "beige"];
const FLOORS: [LivingRoomTraits["floor"], ColorName][] = [
  ["hardwood", "oak"],
  ["carpet", "beige"],
  ["hardwood", "walnut"],
  ["hardwood", "weathered wood"],
  ["carpet", "light gray"],
];

function livingRoomCaption(t: LivingRoomTraits, nth: number): string {
  const floor = t.floor === "carpet" ? "carpet" : "hardwood floor";
  const when = t.light === "evening" ? ", lit in the evening" : "";
  const sofa = spoken(t.sofa);
  if (t.fireplace === "none") {
    const bright = t.light === "day" && ["white", "cream", "light gray"].includes(t.wall) ? "bright " : "";
    const captions = [
      `${bright}living room with picture window and ${sofa} sofa`,
      `living room with ${spoken(t.wall)} walls, ${sofa} sofa and ${floor}`,
    ];
    return sentence(cycle(captions, nth)) + when;
  }
  const room = t.beams ? "great room with wood beams and" : "living room with";
  const captions = [
    `${room} ${t.fireplace} fireplace`,
    `${room} floor-to-ceiling ${t.fireplace} fireplace and ${sofa} sofa`,
    `${room} ${t.fireplace} fireplace, ${floor}`,
  ];
  return sentence(cycle(captions, nth)) + when;
}

export function livingRooms(): PhotoDraft[] {
  let i = 0;
  return FIREPLACES.flatMap(([fireplace, count]) =>
    Array.from({ length: count }, (_, nth) => {
      const [floor, floorColor] = cycle(FLOORS, i);
      const traits: LivingRoomTraits = {
        subject: "living room",
        wall: cycle(WALLS, i),
        sofa: cycle(SOFAS, i),
        rug: cycle(RUGS, i * 2),
        fireplace,
        floor,
        floorColor,
        beams: (fireplace === "stone" && nth % 2 === 0) || nth % 5 === 4,
        light: i % 7 === 5 ? "evening" : "day",
        mirrored: i++ % 2 === 1,
      };
      const imageOf = traits.beams ? "Great Room" : nth % 4 === 3 ? "Family Room" : "Living Room";
      const name = `living-${fireplace === "none" ? slug(traits.sofa) : `${slug(fireplace)}-fireplace`}`;
      return { name, imageOf, caption: livingRoomCaption(traits, nth), traits };
    }),
  );
}

export function diningRooms(): PhotoDraft[] {
  const walls: ColorName[] = [
    "sage",
    "white",
    "navy",
    "beige",
    "light blue",
    "cream",
    "gray",
    "terracotta",
    "dark green",
  ];
  return walls.map((wall, i) => {
    const [floor, floorColor] = cycle(FLOORS, i * 2);
    const traits: DiningRoomTraits = {
      subject: "dining room",
      wall,
      table: cycle(["walnut", "oak", "dark wood"] as const, i),
      chairs: cycle(["cream", "gray", "beige", "white", "brown"] as const, i),
      floor,
      floorColor,
      light: i % 5 === 2 ? "evening" : "day",
      mirrored: i % 2 === 1,
    };
    const when = traits.light === "evening" ? " in the evening" : "";
    const caption = sentence(
      `${spoken(wall)} dining room with ${spoken(traits.table)} table and chandelier${when}`,
    );
    return { name: `dining-${slug(wall)}`, imageOf: "Dining Room", caption, traits };
  });
}

export function laundries(): PhotoDraft[] {
  const walls: ColorName[] = ["light blue", "white", "sage", "light gray", "cream", "yellow"];
  return walls.map((wall, i) => {
    const cabinets = cycle(["white", "navy", "oak", "gray"] as const, i);
    const machines = i % 2 ? "white" : "charcoal";
    const traits: LaundryTraits = {
      subject: "laundry",
      wall,
      cabinets,
      machines,
      floorColor: cycle(["gray", "beige", "light gray"] as const, i),
      mirrored: i % 3 === 1,
    };
    const caption = sentence(`${spoken(wall)} laundry room with ${spoken(cabinets)} cabinets and sink`);
    return { name: `laundry-${slug(wall)}`, imageOf: "Laundry", caption, traits };
  });
}

export function offices(): PhotoDraft[] {
  const walls: ColorName[] = [
    "dark green",
    "white",
    "light gray",
    "navy",
    "beige",
    "light blue",
    "sage",
    "charcoal",
  ];
  return walls.map((wall, i) => {
    const desk = cycle(["walnut", "oak", "dark wood", "white"] as const, i);
    const [floor, floorColor] = cycle(FLOORS, i);
    const traits: OfficeTraits = { subject: "office", wall, desk, floor, floorColor, mirrored: i % 2 === 1 };
    const caption = `Office with ${spoken(desk)} desk, bookshelves and ${spoken(wall)} walls`;
    return { name: `office-${slug(wall)}`, imageOf: "Office", caption, traits };
  });
}

export function garages(): PhotoDraft[] {
  const cars: ColorName[] = ["red", "navy", "light gray", "dark green"];
  const parked = cars.map((car, i): PhotoDraft => {
    const traits: GarageTraits = {
      subject: "garage",
      use: "car",
      car,
      wall: cycle(["white", "light gray", "cream"] as const, i),
      mirrored: i % 2 === 1,
    };
    return {
      name: `garage-${slug(car)}`,
      imageOf: "Garage",
      caption: `Garage with storage shelves and ${car} car`,
      traits,
    };
  });
  const shops = (["white", "light gray", "tan"] as const).map((wall, i): PhotoDraft => {
    const traits: GarageTraits = {
      subject: "garage",
      use: "workshop",
      car: "red",
      wall,
      mirrored: i % 2 === 1,
    };
    return {
      name: "workshop",
      imageOf: "Workshop",
      caption: `Workshop with workbench, tools and ${wall} walls`,
      traits,
    };
  });
  return [...parked, ...shops];
}
