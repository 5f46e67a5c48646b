import { keepPreviousData } from "@tanstack/react-query";
import { placeText } from "../../../shared/listing.ts";
import { api } from "../api.ts";
import { useMay } from "../me.ts";
import { useOwnBrokerageId } from "../own-brokerage.ts";
import { type Found, hasWords } from "./found.ts";

const MOST_HOMES = 6;

/** What may be a listing's id, and is no phone number. */
const ID = /^(?!\d{10,})(?=.*\d)[\w.-]{2,100}$/;

/** What stands after an address: its town. */
const TOWN = /, [^,]*$/;

/** Homes by their address, its beginning too, or by their id; those that visitors do not see are offered by what may be their id. */
export function useFoundHomes(q: string, isWanted: boolean): { homes: Found[]; isSearching: boolean } {
  const may = useMay();
  const brokerage_id = useOwnBrokerageId();
  const isPossible = isWanted && may("getListingVisibility") && brokerage_id !== undefined;
  const suggested = api.useQuery(
    "get",
    "/api/search/autocomplete",
    { params: { query: { q, limit: 20, brokerage_id } } },
    { enabled: isPossible, placeholderData: keepPreviousData },
  );
  const suggestions = suggested.data?.suggestions ?? [];
  const ids = suggestions.filter(({ type }) => type === "listing_id").map(({ text }) => text);
  const address = suggestions.find(({ type }) => type === "address")?.text.replace(TOWN, "");
  const byAddress = api.useQuery(
    "get",
    "/api/properties",
    { params: { query: { keywords: address, state: "any", page_size: MOST_HOMES, brokerage_id } } },
    { enabled: isPossible && address !== undefined, placeholderData: keepPreviousData },
  );
  const found = new Map<string, Found>();
  const add = (id: string, label: string, hint: string | null) => {
    const to = `/listings/${encodeURIComponent(id)}`;
    if (!found.has(id)) found.set(id, { value: `home ${id}`, label, hint, icon: "house-line", to });
  };
  if (isPossible) {
    if (address !== undefined)
      for (const home of byAddress.data?.items ?? [])
        add(home.listing_id, home.address ?? home.listing_id, placeText(home));
    for (const id of ids) add(id, id, "Listing");
    if (ID.test(q)) add(q, `Listing ${q}`, "By its id");
  }
  const isAwaited = suggested.isPlaceholderData || byAddress.isPlaceholderData;
  const homes = [...found.values()].filter((home) => !isAwaited || hasWords(home, q));
  return {
    homes: homes.slice(0, MOST_HOMES),
    isSearching: suggested.isFetching || byAddress.isFetching,
  };
}
