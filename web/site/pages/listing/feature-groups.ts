import { homesTexts } from "../../texts/homes.ts";

type GroupName = keyof typeof homesTexts.featureGroups;

type FeatureGroup = { name: GroupName; features: string[] };

/** Words by which a feature is sorted into a group; the first group with a word of it counts. */
const WORDS: [GroupName, RegExp][] = [
  ["parking", /\b(garage|carport|parking|rv|ev charger|driveway)\b/i],
  ["community", /\b(community|gated|hoa|clubhouse|senior|association)\b/i],
  ["views", /\b(views?|waterfront|dock|trails?|golf|ski|greenbelt|cul[- ]de[- ]sac|corner)\b/i],
  ["kitchen", /\b(kitchen|counters?|countertops?|pantry|range|appliances?|oven|butcher)\b/i],
  [
    "outside",
    /\b(pool|hot tub|patio|deck|porch|yard|garden|fenced?|lot|acreage|barn|shop|horse|irrigation|sprinklers?|xeriscape|wooded|well|fire pit|outdoor|landscap\w*|farm)\b/i,
  ],
  [
    "comfort",
    /\b(air|heating|heat|cooling|solar|roof|windows?|insulation|energy|smart|wheelchair|accessible|furnace)\b/i,
  ],
];

/** Features in groups, in a fixed order; each once, in the source's words. */
export function groupFeatures(features: readonly string[]): FeatureGroup[] {
  const groups = new Map<GroupName, string[]>();
  for (const feature of new Set(features.map((each) => each.trim()).filter(Boolean))) {
    const name = WORDS.find(([, words]) => words.test(feature))?.[0] ?? "inside";
    groups.set(name, [...(groups.get(name) ?? []), feature]);
  }
  const order = Object.keys(homesTexts.featureGroups) as GroupName[];
  return order.flatMap((name) => {
    const found = groups.get(name);
    return found ? [{ name, features: found }] : [];
  });
}
