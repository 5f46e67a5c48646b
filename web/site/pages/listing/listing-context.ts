import type { components } from "../../../../client/src/api.generated.ts";
import type { Listing } from "../../../shared/listing.ts";
import { dataOf } from "../../frame/api.ts";
import type { Visit } from "../../frame/visit.ts";

export type ListingChange = components["schemas"]["ListingChange"];
export type OpenHouse = components["schemas"]["OpenHouse"];
export type SimilarHome = components["schemas"]["SimilarListing"];
export type Agent = components["schemas"]["PublicAgent"];

/** What the page of a listing shows beside it. */
export type ListingContext = {
  /** Newest first. */
  history: ListingChange[];
  /** Soonest first. */
  openHouses: OpenHouse[];
  similar: SimilarHome[];
  /** The listing's agent, if it is one of the brokerage's own people. */
  agent: Agent | null;
};

const MOST_SIMILAR = 4;
const MOST_OPEN_HOUSES = 10;
/** The most that the API gives at once. */
const MOST_AGENTS = 100;

export async function loadContext(visit: Visit, listing: Listing): Promise<ListingContext> {
  const { api } = visit;
  const { listing_id } = listing;
  const path = { listing_id };
  const [history, similar, openHouses, agents] = await Promise.all([
    api.GET("/api/properties/{listing_id}/history", { params: { path } }).then(dataOf),
    api
      .GET("/api/properties/{listing_id}/similar", { params: { path, query: { limit: MOST_SIMILAR } } })
      .then(dataOf),
    api
      .GET("/api/open-houses", {
        params: { query: { listing_ids: [listing_id], state: "any", page_size: MOST_OPEN_HOUSES } },
      })
      .then(dataOf),
    api.GET("/api/public/agents", { params: { query: { page_size: MOST_AGENTS } } }).then(dataOf),
  ]);
  return {
    history,
    similar,
    // An id with a comma is read as two.
    openHouses: openHouses.items.filter((each) => each.listing_id === listing_id),
    agent: agents.items.find((agent) => isAgentOf(listing, agent)) ?? null,
  };
}

/** By email where the source gives it, else by name. */
function isAgentOf({ list_agent: lister }: Listing, { email, name }: Agent): boolean {
  if (!lister) return false;
  if (lister.email) return lister.email.toLowerCase() === email.toLowerCase();
  return lister.name.toLowerCase() === name.toLowerCase();
}

/** What the page of a home is made of. */
export type ListingPageData = { listing: Listing; context: ListingContext };
