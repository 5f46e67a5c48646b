import { ListingGrid } from "../../components/listing-grid.tsx";
import { Pagination } from "../../components/pagination.tsx";
import { PAGE_SIZE, searchPath } from "../../searches/search.ts";
import { resultTexts } from "../../texts/results.ts";
import { tileQuery } from "./ask-api.ts";
import type { FoundHomes } from "./find-homes.ts";
import { NoHomes } from "./no-homes.tsx";

/** Of the first screen. */
const EAGER = 2;
/** Two cards in a row, beside the map. */
const CARD_SIZES = "(min-width: 1024px) 27vw, (min-width: 560px) 46vw, 92vw";

/** The page of homes and the links to the others. */
export function ResultsList({ found }: { found: FoundHomes }) {
  const { homes, total, search, pages, isRanked } = found;
  return (
    <section
      id="results"
      data-total={total}
      data-query={tileQuery(found.mapped)}
      aria-labelledby="results-title"
    >
      {homes.length === 0 ? (
        <NoHomes found={found} />
      ) : (
        <ListingGrid listings={homes} eager={EAGER} sizes={CARD_SIZES} heading="h2" />
      )}
      {isRanked && total > pages * PAGE_SIZE && (
        <p class="quiet ranked-note">{resultTexts.ranked(pages * PAGE_SIZE)}</p>
      )}
      <Pagination page={search.page} pages={pages} href={(page) => searchPath({ ...search, page })} />
    </section>
  );
}
