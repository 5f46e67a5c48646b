import { searchParameter, searchParameters } from "../../shared/search-parameters.ts";
import type { SiteData } from "../site-data.ts";

/** Values of a search's parameters, by name, as they are written in addresses. */
export type Filters = ReadonlyMap<string, readonly string[]>;

/** A search as an address states it. */
export type Search = {
  /** Plain words: `q`. Empty without any. */
  words: string;
  filters: Filters;
  /** From 1 on. */
  page: number;
};

/** Homes on a page (W7). */
export const PAGE_SIZE = 24;

/** The query parameters of `/homes`. */
export const resultParameters: readonly string[] = ["q", "page", ...searchParameters.map(({ name }) => name)];

/** Parameters that order results and leave none out. */
const SORTING = ["sort_by", "sort_order"];

/** The values of an address's parameters, or of a form's fields. */
export type ValuesOf = (name: string) => readonly string[];

/**
 * Reads what a search's address or form states. `state=any` is what a search without a state means (W7). Plain words state nothing where
 * the brokerage has turned them off (W22).
 */
export function readSearch(
  valuesOf: ValuesOf,
  { feature_semantic_search: hasWords }: Pick<SiteData, "feature_semantic_search">,
): Search {
  const filters = new Map<string, readonly string[]>();
  for (const { name, kind } of searchParameters) {
    const given = valuesOf(name).flatMap((text) => (kind === "list" ? text.split(",") : [text]));
    const values = [...new Set(given.map((text) => text.trim()).filter((text) => text !== ""))];
    // Fields of forms that were left empty are sent as well.
    if (values.length === 0 || (name === "state" && values[0]?.toLowerCase() === "any")) continue;
    filters.set(name, kind === "list" ? values : values.slice(0, 1));
  }
  const [words = ""] = valuesOf("q");
  const page = valuesOf("page")[0]?.trim() ?? "";
  return {
    words: hasWords ? words.trim() : "",
    filters,
    page: /^[1-9]\d{0,14}$/.test(page) ? Number(page) : 1,
  };
}

/** The query of a search's address: parameters in the order of the API's document, without the first page. */
export function searchQuery({ words, filters, page }: Search): string {
  const query = new URLSearchParams();
  if (words) query.set("q", words);
  for (const { name } of searchParameters) {
    const values = filters.get(name);
    if (values) query.set(name, values.join(","));
  }
  if (page > 1) query.set("page", String(page));
  return query.toString();
}

export function searchPath(search: Search): string {
  const query = searchQuery(search);
  return query ? `/homes?${query}` : "/homes";
}

/** The first page of the search with other values of a parameter; without it when there are none. */
export function withValues(search: Search, name: string, values: readonly string[]): Search {
  const filters = new Map(search.filters);
  if (values.length > 0) filters.set(name, values);
  else filters.delete(name);
  return { ...search, filters, page: 1 };
}

export function withoutValue(search: Search, name: string, value: string): Search {
  return withValues(
    search,
    name,
    valuesOf(search, name).filter((each) => each !== value),
  );
}

export function withoutParameters(search: Search, names: readonly string[]): Search {
  return names.reduce((rest, name) => withValues(rest, name, []), search);
}

export function valuesOf({ filters }: Pick<Search, "filters">, name: string): readonly string[] {
  return filters.get(name) ?? [];
}

export function firstValue(search: Pick<Search, "filters">, name: string): string {
  return valuesOf(search, name)[0] ?? "";
}

/** The parameters that leave homes out. */
export function filterNames({ filters }: Pick<Search, "filters">): string[] {
  return [...filters.keys()].filter((name) => !SORTING.includes(name));
}

export function isList(name: string): boolean {
  return searchParameter(name)?.kind === "list";
}
