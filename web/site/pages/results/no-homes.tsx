import { EmptyState } from "../../components/empty-state.tsx";
import { resultTexts } from "../../texts/results.ts";
import { chipsOf } from "./chips-of.ts";
import type { FoundHomes } from "./find-homes.ts";

/** Why there is nothing, and what to do: remove a filter, see all homes, or ask an agent. */
export function NoHomes({ found }: { found: FoundHomes }) {
  const chips = chipsOf(found);
  const isSearch = chips.length > 0 || found.search.words !== "";
  if (!isSearch)
    return (
      <EmptyState icon="house-line" title={resultTexts.noneAtAll}>
        <p>{resultTexts.noneAtAllText}</p>
      </EmptyState>
    );
  return (
    <EmptyState icon="magnifying-glass" title={resultTexts.none}>
      <p>{resultTexts.noneText}</p>
      <ul class="actions">
        {chips.map(({ name, text, href }) => (
          <li key={name + text}>
            <a class="button quiet small" href={href} rel="nofollow">
              <bdi>{resultTexts.lift(text)}</bdi>
            </a>
          </li>
        ))}
      </ul>
      <p class="actions">
        <a class="button" href="/homes">
          {resultTexts.allHomes}
        </a>
        <a class="button quiet" href="/contact">
          {resultTexts.askAgent}
        </a>
      </p>
    </EmptyState>
  );
}
