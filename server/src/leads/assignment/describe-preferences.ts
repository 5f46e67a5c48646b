/** The preferences of a visitor's session as stored with their lead (SPEC: Visitor session preferences). */
export type Preferences = {
  price?: { min?: number | null; max?: number | null } & WithConfidence;
  bedrooms?: { min?: number | null } & WithConfidence;
  bathrooms?: { min?: number | null } & WithConfidence;
  locations?: ({ value: string } & WithConfidence)[];
  property_types?: ({ key: string } & WithConfidence)[];
  features?: ({ key: string; value?: unknown } & WithConfidence)[];
  /** Free text of the visitor. */
  notes?: string;
};

/** Confidence 0 marks a rejected preference. */
type WithConfidence = { confidence?: number };

/** Renders preferences as text, one line each; rejected ones are left out. */
export function describePreferences(preferences: Preferences): string[] {
  const { price, bedrooms, bathrooms, locations, property_types, features, notes } = preferences;
  const lines = [
    ["Price", price && isWanted(price) ? range(price) : ""],
    ["Bedrooms", bedrooms && isWanted(bedrooms) ? atLeast(bedrooms.min) : ""],
    ["Bathrooms", bathrooms && isWanted(bathrooms) ? atLeast(bathrooms.min) : ""],
    ["Locations", list(locations, ({ value }) => value)],
    ["Property types", list(property_types, ({ key }) => key)],
    ["Features", list(features, ({ key, value }) => (typeof value === "number" ? `${key} ${value}` : key))],
    ["In their own words", notes?.trim() ?? ""],
  ];
  return lines.filter(([, words]) => words !== "").map(([label, words]) => `${label}: ${words}`);
}

const isWanted = ({ confidence = 100 }: WithConfidence) => confidence > 0;

function list<Item extends WithConfidence>(items: Item[] = [], labelOf: (item: Item) => string): string {
  return items
    .filter(isWanted)
    .map((item) => labelOf(item).replaceAll("_", " "))
    .join(", ");
}

function range({ min, max }: { min?: number | null; max?: number | null }): string {
  const dollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;
  if (min && max) return `${dollars(min)} to ${dollars(max)}`;
  if (max) return `up to ${dollars(max)}`;
  return min ? `from ${dollars(min)}` : "";
}

const atLeast = (min: number | null | undefined) => (min ? `${min} or more` : "");
