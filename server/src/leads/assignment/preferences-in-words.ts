/** What a visitor's session has found out (SPEC: Visitor session preferences), as it is kept with their lead. */
export type Preferences = {
  price?: { min?: number | null; max?: number | null } & Known;
  bedrooms?: { min?: number | null } & Known;
  bathrooms?: { min?: number | null } & Known;
  locations?: ({ value: string } & Known)[];
  property_types?: ({ key: string } & Known)[];
  features?: ({ key: string; value?: unknown } & Known)[];
  /** In their own words. */
  notes?: string;
};

/** 0 is a preference that was rejected. */
type Known = { confidence?: number };

/** Each in a line, for people. */
export function preferencesInWords(preferences: Preferences): string[] {
  const { price, bedrooms, bathrooms, locations, property_types, features, notes } = preferences;
  const lines = [
    ["Price", price && holds(price) ? range(price) : ""],
    ["Bedrooms", bedrooms && holds(bedrooms) ? orMore(bedrooms.min) : ""],
    ["Bathrooms", bathrooms && holds(bathrooms) ? orMore(bathrooms.min) : ""],
    ["Locations", list(locations, ({ value }) => value)],
    ["Property types", list(property_types, ({ key }) => key)],
    ["Features", list(features, ({ key, value }) => (typeof value === "number" ? `${key} ${value}` : key))],
    ["In their own words", notes?.trim() ?? ""],
  ];
  return lines.filter(([, words]) => words !== "").map(([label, words]) => `${label}: ${words}`);
}

const holds = ({ confidence = 100 }: Known) => confidence > 0;

function list<Item extends Known>(items: Item[] = [], wordOf: (item: Item) => string): string {
  return items
    .filter(holds)
    .map((item) => wordOf(item).replaceAll("_", " "))
    .join(", ");
}

function range({ min, max }: { min?: number | null; max?: number | null }): string {
  const dollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;
  if (min && max) return `${dollars(min)} to ${dollars(max)}`;
  if (max) return `up to ${dollars(max)}`;
  return min ? `from ${dollars(min)}` : "";
}

const orMore = (min: number | null | undefined) => (min ? `${min} or more` : "");
