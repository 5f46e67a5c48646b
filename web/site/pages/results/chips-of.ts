import { type Filters, isList, type Search, searchPath, valuesOf } from "../../searches/search.ts";
import { searchParts } from "../../searches/search-words.ts";
import { filterText } from "../../texts/filters.ts";
import type { FoundHomes } from "./find-homes.ts";

/** A filter in use. */
export type Chip = { name: string; text: string /** The search without it. */; href: string };

/** A chip for each value of each filter, of the address and of the words. */
export function chipsOf(found: FoundHomes): Chip[] {
  const stated = searchParts(found.search).map(({ name, text, rest }) => ({
    name,
    text,
    href: searchPath(rest),
  }));
  return [...stated, ...chipsOfWords(found)];
}

/** Removing a filter that the words state leaves the others as parameters, and the words that state none. */
function chipsOfWords(found: FoundHomes): Chip[] {
  const { understood } = found;
  return [...understood].flatMap(([name, values]) =>
    values
      .filter((value) => !valuesOf(found.search, name).includes(value))
      .map((value) => {
        const rest = values.filter((each) => each !== value);
        const left = new Map(understood);
        if (isList(name) && rest.length > 0) left.set(name, rest);
        else left.delete(name);
        return { name, text: filterText(name, value), href: searchPath(withUnderstood(found, left)) };
      }),
  );
}

/** The search with what its words mean in place of them. */
export function withUnderstood({ search, interpreted }: FoundHomes, understood: Filters): Search {
  if (!interpreted) return search;
  return { words: interpreted.text, filters: new Map([...understood, ...search.filters]), page: 1 };
}
