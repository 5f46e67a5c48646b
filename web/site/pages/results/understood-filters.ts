import type { components } from "../../../../client/src/api.generated.ts";
import { type Filters, isList } from "../../searches/search.ts";

export type Interpreted = components["schemas"]["InterpretedQuery"];

/** What the words of a search mean, as values of the list's parameters; without what the search states beside its words. */
export function understoodFilters({ filters, without }: Interpreted, stated: Filters): Filters {
  const understood = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(filters)) {
    if (stated.has(name)) continue;
    const values = Array.isArray(value) ? value : isList(name) ? String(value).split(",") : [String(value)];
    understood.set(
      name,
      values.map((each) => each.trim()),
    );
  }
  if (without.length > 0)
    understood.set("without", [...new Set([...(stated.get("without") ?? []), ...without])]);
  return understood;
}

/** Whether filters say all that the words mean: then the list has the homes, and nothing is left to rank them by. */
export function isAllFilters({ text, features, near, not, compared_as }: Interpreted): boolean {
  const ranks = [features, near, compared_as, ...Object.values(not)];
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.every((word) => ANY_HOME.has(word)) && ranks.every((each) => each.length === 0);
}

/** Words that every home matches: the API compares nothing of a query that has no others. */
const ANY_HOME = new Set(["a", "the", "home", "homes", "house", "houses", "place", "property", "properties"]);
