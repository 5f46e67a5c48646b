import { keepPreviousData } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { api } from "../../app/api.ts";
import { useOwnBrokerageId } from "../../app/own-brokerage.ts";
import { Empty } from "../../components/empty.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Page } from "../../components/page.tsx";
import { ListingFilters } from "./listing-filters.tsx";
import { ListingRow } from "./listing-row.tsx";
import type { ListingSearch } from "./listing-search.ts";

const PAGE_SIZE = 25;

/** The listings that visitors see, by the filters of the website. */
export function ListingsPage() {
  const search = useSearch({ from: "/staff/listings" });
  const navigate = useNavigate({ from: "/listings" });
  const brokerage_id = useOwnBrokerageId();
  const list = api.useQuery(
    "get",
    "/api/properties",
    // The router has read the parameters from the address; the API checks their values.
    { params: { query: { state: "any", ...search, brokerage_id, page_size: PAGE_SIZE } as never } },
    { enabled: brokerage_id !== undefined, placeholderData: keepPreviousData },
  );
  return (
    <Page title="Listings" intro="What visitors of the website can see.">
      <ListingFilters search={search} error={list.error} />
      <ListPanel
        title="Found"
        list={list}
        empty={<NoListings search={search} />}
        onPage={(page) => void navigate({ search: { ...search, page } })}
      >
        {(listing) => <ListingRow key={listing.listing_id} listing={listing} />}
      </ListPanel>
    </Page>
  );
}

/** An id that finds nothing may be of a listing that is not shown. */
function NoListings({ search: { listing_ids } }: { search: ListingSearch }) {
  const ids = listing_ids === undefined ? [] : String(listing_ids).split(",").slice(0, 10);
  return (
    <Empty title="No listing that visitors see has all of this.">
      {ids.length === 0
        ? "Take a filter away. A listing that is not shown is found by its id."
        : ids.map((id) => (
            <Link
              key={id}
              className="inline-link"
              to="/listings/$listingId"
              params={{ listingId: id.trim() }}
            >
              Why <bdi>{id}</bdi> is not shown
            </Link>
          ))}
    </Empty>
  );
}
