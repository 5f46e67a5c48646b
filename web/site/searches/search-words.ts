import { count, money } from "../../shared/numbers.ts";
import { searchesTexts, filterTexts as texts } from "../texts/searches.ts";

type Search = {
  name?: string | null;
  query: string | null;
  filters: Readonly<Record<string, unknown>>;
};

/** What a search is called: by its name, else by what it looks for. */
export function searchTitle(search: Search): string {
  return search.name || searchWords(search).slice(0, 4).join(" · ");
}

/** What a search looks for, a phrase for each filter. */
export function searchWords({ query, filters }: Search): string[] {
  const list = (name: string) => [filters[name] ?? []].flat().map(String);
  const words = [
    ...(query ? [texts.words(query)] : []),
    ...["city", "county", "zip"].flatMap(list),
    ...(filters.state && filters.state !== "any" ? [String(filters.state)] : []),
    ...(filters.polygon === undefined ? [] : [texts.area]),
    ...(filters.min_lat === undefined && filters.center_lat === undefined ? [] : [texts.mapArea]),
    ...["property_type", "property_subtype", "status"].flatMap(list),
    ...priceWords(filters),
    ...Object.entries(texts.ranges).flatMap(([name, unit]) => rangeWords(filters, name, unit)),
    ...list("features").map(plainKey),
    ...list("without").map((feature) => texts.without(plainKey(feature))),
    ...["keywords", "list_office", "list_agent"].flatMap(list),
    ...Object.entries(texts.switches).flatMap(([name, word]) => (filters[name] === true ? [word] : [])),
    ...(filters.listed_within_days ? [texts.listedWithin(Number(filters.listed_within_days))] : []),
    ...(filters.price_reduced_days ? [texts.reducedWithin(Number(filters.price_reduced_days))] : []),
  ];
  return words.length > 0 ? words : [searchesTexts.noFilters];
}

function priceWords({ min_price: min, max_price: max }: Search["filters"]): string[] {
  const from = min === undefined ? null : money(Number(min));
  const to = max === undefined ? null : money(Number(max));
  if (from && to) return [texts.priceBetween(from, to)];
  if (from) return [texts.priceFrom(from)];
  return to ? [texts.priceTo(to)] : [];
}

function rangeWords(filters: Search["filters"], name: string, unit: string): string[] {
  const [min, max] = [filters[`min_${name}`], filters[`max_${name}`]];
  if (min === undefined && max === undefined) return [];
  // A year has no separator of thousands.
  const shown = (value: unknown) => (name === "year_built" ? String(value) : count(Number(value)));
  if (max === undefined) return [`${shown(min)}+ ${unit}`];
  return [
    `${min === undefined ? texts.priceTo(shown(max)) : texts.priceBetween(shown(min), shown(max))} ${unit}`,
  ];
}

/** `mountain_view` as words. */
function plainKey(key: string): string {
  return key.replaceAll("_", " ");
}
