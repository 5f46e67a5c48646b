import { Icon } from "../../icons/icon.tsx";
import { filterLabel } from "../../texts/filters.ts";
import { resultTexts } from "../../texts/results.ts";
import type { FoundHomes } from "./find-homes.ts";

type Line = { text: string; why: string };

/** What of the address and of the words was not applied, each with the reason: nothing is dropped silently. */
export function NotApplied({ found }: { found: FoundHomes }) {
  const lines = linesOf(found);
  if (lines.length === 0) return null;
  return (
    <section id="not-applied" class="not-applied" aria-labelledby="not-applied-title">
      <h2 id="not-applied-title">
        <Icon name="info" /> {resultTexts.notApplied}
      </h2>
      <ul>
        {lines.map(({ text, why }) => (
          <li key={text + why}>
            <bdi>{resultTexts.notAppliedWords(text, why)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

function linesOf({ dropped, interpreted, isRanked, search }: FoundHomes): Line[] {
  const refused = dropped.map(({ parameter, value, why }) => ({
    text: shortened(value),
    why: worded(parameter, why),
  }));
  const words = interpreted?.not_applied ?? [];
  const protectedWords = (interpreted?.refused ?? []).map(({ text, instead }) => ({
    text,
    why: instead ? `${resultTexts.fairHousing} ${resultTexts.instead(instead)}` : resultTexts.fairHousing,
  }));
  const sort =
    isRanked && search.filters.has("sort_by")
      ? [{ text: resultTexts.sort, why: resultTexts.notAppliedSort }]
      : [];
  return [...refused, ...words, ...protectedWords, ...sort];
}

/** The API writes `min_beds must be …`, of plain words `filters.min_beds` and `query`; people read the label. */
function worded(parameter: string, why: string): string {
  const names = [parameter, `filters.${parameter}`, ...(parameter === "q" ? ["query"] : [])];
  const name = names.find((each) => why.startsWith(`${each} `));
  return `${filterLabel(parameter)}: ${name === undefined ? why : why.slice(name.length + 1)}`;
}

const MOST_SHOWN = 60;

function shortened(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
