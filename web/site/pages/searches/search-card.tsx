import type { components } from "../../../../client/src/api.generated.ts";
import { searchOfSaved } from "../../searches/filters-json.ts";
import { searchPath } from "../../searches/search.ts";
import { searchTitle, searchWords } from "../../searches/search-words.ts";
import { searchesTexts as texts } from "../../texts/searches.ts";

type SavedSearch = components["schemas"]["SavedSearch"];

/** A saved search in the list: what it finds now, how often mails come, and what can be done with it. */
export function SearchCard({ search: saved }: { search: SavedSearch }) {
  const { id, name, frequency, status, total, new_count: fresh, made_by: madeBy } = saved;
  const search = searchOfSaved(saved);
  const title = searchTitle(name, search);
  const isPaused = frequency === "off" || status === "paused";
  return (
    <article class="search-card" data-search={id} aria-labelledby={`search-${id}`}>
      <h2 id={`search-${id}`}>
        <a href={searchPath(search)}>
          <bdi>{title}</bdi>
        </a>
      </h2>
      {name && (
        <p class="quiet">
          <bdi>{searchWords(search).join(" · ")}</bdi>
        </p>
      )}
      <p>
        {texts.matches(total)}
        {fresh > 0 && <strong>, {texts.fresh(fresh)}</strong>}. {texts.labels.frequency}:{" "}
        {texts.frequencies[isPaused ? "off" : frequency].toLowerCase()}.
      </p>
      {status === "paused" && <p class="notice">{texts.unanswered}</p>}
      {status === "active" && saved.effective_frequency !== frequency && frequency !== "off" && (
        <p class="notice">{texts.unansweredWeekly}</p>
      )}
      {madeBy && (
        <p class="quiet">
          <bdi>{texts.madeBy(madeBy)}</bdi>
        </p>
      )}
      <form method="post" action={`/searches/${id}`} class="actions">
        {fresh > 0 && (
          <button class="button small" type="submit" name="action" value="open">
            {texts.showFresh(fresh)}
          </button>
        )}
        <button
          class="button small quiet"
          type="submit"
          name="action"
          value={isPaused ? "resume" : "pause"}
          aria-describedby={`search-${id}`}
        >
          {isPaused ? texts.resume : texts.pause}
        </button>
        <a class="button small quiet" href={`/searches/${id}`} aria-describedby={`search-${id}`}>
          {texts.change}
        </a>
      </form>
    </article>
  );
}
