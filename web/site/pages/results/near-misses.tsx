import { BOX } from "../../../shared/search-area.ts";
import { type Search, searchPath, withValues } from "../../searches/search.ts";
import { filterLabel, filterText } from "../../texts/filters.ts";
import { resultTexts } from "../../texts/results.ts";
import { withUnderstood } from "./chips-of.ts";
import type { FoundHomes, NearMiss } from "./find-homes.ts";

/** Where few homes match: changes of one filter that show more, each a link with the number. */
export function NearMisses({ found }: { found: FoundHomes }) {
  const { nearMisses } = found;
  if (nearMisses.length === 0) return null;
  return (
    <section id="near-misses" class="near-misses" aria-labelledby="near-misses-title">
      <h2 id="near-misses-title">{resultTexts.nearMisses}</h2>
      <p class="quiet">{resultTexts.nearMissesNote}</p>
      <ul>
        {nearMisses.map((miss) => (
          <li key={miss.parameter + JSON.stringify(miss.to)}>
            <a href={searchPath(changed(found, miss))} rel="nofollow">
              <bdi>{changeText(miss)}</bdi>
            </a>{" "}
            <span class="quiet">{resultTexts.homes(miss.total)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A filter that the words state is changed by stating all of them as parameters. */
function changed(found: FoundHomes, { parameter, to }: NearMiss): Search {
  const { search, understood } = found;
  const base = understood.has(parameter) ? withUnderstood(found, understood) : search;
  if (parameter !== "box") return withValues(base, parameter, textsOf(to));
  const box = (to ?? {}) as Record<string, number>;
  return BOX.reduce<Search>((rest, name) => withValues(rest, name, textsOf(box[name] ?? null)), base);
}

function changeText({ parameter, from, to }: NearMiss): string {
  if (["box", "polygon", "radius_miles"].includes(parameter)) return resultTexts.wider;
  const shown = (value: unknown) => textsOf(value).map((text) => filterText(parameter, text));
  if (to === null) return resultTexts.lift(shown(from).join(", "));
  // Of a list the near miss leaves one value out.
  const left = shown(from).filter((text) => !shown(to).includes(text));
  if (Array.isArray(from)) return resultTexts.lift(left.join(", "));
  return resultTexts.change(filterLabel(parameter), shown(from).join(", "), shown(to).join(", "));
}

function textsOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map(String);
  return [typeof value === "object" ? JSON.stringify(value) : String(value)];
}
