import { filterText } from "../../texts/filters.ts";
import { resultTexts } from "../../texts/results.ts";
import type { FoundHomes } from "./find-homes.ts";
import {
  type Filters,
  filterNames,
  isList,
  type Search,
  searchPath,
  valuesOf,
  withoutParameters,
  withoutValue,
} from "./search.ts";

/** A filter in use. */
export type Chip = { name: string; text: string /** The search without it. */; href: string };

const BOX = ["min_lat", "max_lat", "min_lng", "max_lng"];
const RADIUS = ["center_lat", "center_lng", "radius_miles"];
const AREAS = [...BOX, ...RADIUS, "polygon"];

/** A chip for each value of each filter, of the address and of the words. */
export function chipsOf(found: FoundHomes): Chip[] {
  return [...chipsOfAddress(found.search), ...chipsOfWords(found)];
}

function chipsOfAddress(search: Search): Chip[] {
  const names = filterNames(search).filter((name) => !AREAS.includes(name));
  const chips = names.flatMap((name) =>
    name === "listing_ids"
      ? [
          {
            name,
            text: filterText(name, String(valuesOf(search, name).length)),
            href: without(search, [name]),
          },
        ]
      : valuesOf(search, name).map((value) => ({
          name,
          text: filterText(name, value),
          href: searchPath(withoutValue(search, name, value)),
        })),
  );
  return [...chips, ...areaChips(search)];
}

function areaChips(search: Search): Chip[] {
  const has = (names: readonly string[]) => names.some((name) => search.filters.has(name));
  const miles = valuesOf(search, "radius_miles")[0];
  return [
    ...(has(BOX) ? [{ name: "box", text: resultTexts.shownArea, href: without(search, BOX) }] : []),
    ...(has(RADIUS)
      ? [
          {
            name: "radius_miles",
            text: filterText("radius_miles", miles ?? ""),
            href: without(search, RADIUS),
          },
        ]
      : []),
    ...(has(["polygon"])
      ? [{ name: "polygon", text: resultTexts.drawnArea, href: without(search, ["polygon"]) }]
      : []),
  ];
}

const without = (search: Search, names: readonly string[]) => searchPath(withoutParameters(search, names));

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
