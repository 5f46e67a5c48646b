import { matchesOf, type Shown } from "./naive-scan.ts";
import type { Search } from "./search.ts";
import { type Band, wrongBands } from "./wrong-bands.ts";

type Value = { value: string | number; count: number };
type Field =
  | "city"
  | "property_type"
  | "status"
  | "county"
  | "zip"
  | "beds"
  | "baths"
  | "list_price"
  | "year_built";

/** By the facet's name the field that it counts. */
const fields: Record<string, Field> = {
  city: "city",
  property_type: "property_type",
  status: "status",
  county: "county",
  zip: "zip",
  beds: "beds",
  baths: "baths",
  price: "list_price",
  year_built: "year_built",
};
export const countedFacets = Object.keys(fields);

/** What is wrong with the facets of a reply, by a scan of all listings for each; null: nothing. */
export function wrongFacet(
  listings: Shown[],
  search: Search,
  facets: Record<string, (Value | Band)[]>,
): string | null {
  for (const [name, field] of Object.entries(fields)) {
    const {
      [name as keyof Search]: _,
      [`min_${name}` as keyof Search]: __,
      [`max_${name}` as keyof Search]: ___,
      ...rest
    } = search;
    const values = matchesOf(listings, rest).flatMap((listing) => listing[field] ?? []);
    const shown = facets[name];
    if (!shown) return `${name} is missing`;
    const isBand = name === "price" || name === "year_built";
    const wrong = isBand
      ? wrongBands(values as number[], shown as Band[])
      : wrongValues(values, shown as Value[]);
    if (wrong) return `${name}: ${wrong}`;
  }
  return null;
}

/** Texts are compared in any case: which spelling is shown is another test's. */
function wrongValues(values: (string | number)[], shown: Value[]): string | null {
  const counts = new Map<string | number, number>();
  const keyOf = (value: string | number) => (typeof value === "string" ? value.toLowerCase() : value);
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
  if (shown.length !== Math.min(50, counts.size)) return `${shown.length} values of ${counts.size}`;
  for (const [nth, { value, count }] of shown.entries()) {
    const found = counts.get(keyOf(value));
    if (found !== count) return `${value} has ${found}, not ${count}`;
    counts.delete(keyOf(value));
    const before = shown[nth - 1];
    if (before && !isInOrder(before, { value, count })) return `${value} follows ${before.value}`;
  }
  const least = Math.min(...shown.map(({ count }) => count));
  const missed = [...counts].find(([, count]) => count > least);
  return missed ? `${missed[0]} is missing with ${missed[1]}` : null;
}

function isInOrder(before: Value, next: Value): boolean {
  if (typeof next.value === "number") return (before.value as number) < next.value;
  return before.count > next.count || (before.count === next.count && before.value < next.value);
}
