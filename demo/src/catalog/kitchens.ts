import type { ColorName } from "../../drawings/color.ts";
import type { KitchenTraits } from "../../drawings/kitchen.ts";
import { cycle, type PhotoDraft, sentence, slug, spoken } from "./draft.ts";

const CABINETS: [ColorName, number][] = [
  ["white", 8],
  ["dark wood", 4],
  ["honey oak", 4],
  ["gray", 3],
  ["navy", 3],
  ["sage", 3],
  ["cream", 2],
  ["cherry", 2],
  ["black", 2],
  ["walnut", 1],
];
const PALE: ColorName[] = ["white", "cream"];
const FLOORS: [KitchenTraits["floor"], ColorName][] = [
  ["hardwood", "oak"],
  ["tile", "beige"],
  ["hardwood", "walnut"],
  ["tile", "light gray"],
  ["hardwood", "weathered wood"],
];

function traitsOf(cabinets: ColorName, nth: number, i: number): KitchenTraits {
  const pale = PALE.includes(cabinets);
  const [floor, floorColor] = cycle(FLOORS, i);
  const island = nth % 4 !== 3;
  const warm =
    !pale && cabinets !== "gray" && cabinets !== "navy" && cabinets !== "sage" && cabinets !== "black";
  return {
    subject: "kitchen",
    cabinets,
    counter: warm
      ? cycle(["brown granite", "black granite", "white quartz"] as const, nth)
      : cycle(["white quartz", "black granite", "white quartz", "butcher block"] as const, nth),
    backsplash: pale
      ? cycle(["white", "light gray", "light blue", "white"] as const, nth)
      : cycle(["white", "beige", "light gray", "cream"] as const, i),
    island,
    islandColor: cabinets === "white" && nth % 3 === 1 ? cycle(["navy", "walnut"] as const, nth) : cabinets,
    appliances: cycle(
      ["stainless", "stainless", "black", "stainless", "white"] as const,
      nth + (pale ? 0 : 1),
    ),
    floor,
    floorColor,
    wall: pale ? "white" : cycle(["cream", "light gray", "beige", "white"] as const, i),
    light: i % 9 === 6 ? "evening" : "day",
    mirrored: i % 2 === 1,
  };
}

function captionOf(t: KitchenTraits, i: number): string {
  const color = spoken(t.cabinets);
  const lead = PALE.includes(t.cabinets) && t.light === "day" ? `bright ${color}` : color;
  const island = t.islandColor === t.cabinets ? "island" : `${spoken(t.islandColor)} island`;
  const when = t.light === "evening" ? ", lit in the evening" : "";
  const captions = [
    t.island
      ? `${lead} kitchen with ${t.counter} counters and ${island}`
      : `${lead} kitchen with ${t.counter} counters`,
    `kitchen with ${color} cabinets, ${t.appliances} appliances and ${t.floor} floor`,
    t.island
      ? `${lead} kitchen, ${t.counter} ${island} with seating and pendant lights`
      : `${color} cabinets with ${t.counter} counters and ${spoken(t.backsplash)} subway tile`,
    `${color} cabinets, ${t.counter} counters and ${spoken(t.backsplash)} tile backsplash`,
  ];
  return sentence(cycle(captions, i)) + when;
}

export function kitchens(): PhotoDraft[] {
  let i = 0;
  return CABINETS.flatMap(([cabinets, count]) =>
    Array.from({ length: count }, (_, nth) => {
      const traits = traitsOf(cabinets, nth, i++);
      return {
        name: `kitchen-${slug(cabinets)}`,
        imageOf: "Kitchen",
        caption: captionOf(traits, nth),
        traits,
      };
    }),
  );
}
