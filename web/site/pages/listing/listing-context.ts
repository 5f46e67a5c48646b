import type { components } from "../../../../client/src/api.generated.ts";
import type { Listing } from "../../../shared/listing.ts";
import { dataOf } from "../../frame/api.ts";
import type { Visit } from "../../frame/visit.ts";
import type { Agent } from "../agents/agent.ts";

export type ListingChange = components["schemas"]["ListingChange"];
export type OpenHouse = components["schemas"]["OpenHouse"];
export type SimilarHome = components["schemas"]["SimilarListing"];

/** What the page of a listing shows beside it. */
type ListingContext = {
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

export async function loadContext(visit: Visit, listing: Listing): Promise<ListingContext> {
  const { api } = visit;
  const { listing_id } = listing;
  const path = { listing_id };
  const [history, similar, openHouses, agent] = await Promise.all([
    api.GET("/api/properties/{listing_id}/history", { params: { path } }).then(dataOf),
    api
      .GET("/api/properties/{listing_id}/similar", { params: { path, query: { limit: MOST_SIMILAR } } })
      .then(dataOf),
    api
      .GET("/api/open-houses", {
        params: { query: { listing_ids: [listing_id], state: "any", page_size: MOST_OPEN_HOUSES } },
      })
      .then(dataOf),
    agentOf(visit, listing),
  ]);
  return {
    history,
    similar,
    // An id with a comma is read as two.
    openHouses: openHouses.items.filter((each) => each.listing_id === listing_id),
    agent,
  };
}

/** By email where the source gives it, else by name. */
async function agentOf({ api }: Visit, { list_agent: lister }: Listing): Promise<Agent | null> {
  if (!lister) return null;
  const who = lister.email ? { email: lister.email } : { name: lister.name };
  const { items } = dataOf(
    await api.GET("/api/public/agents", { params: { query: { ...who, page_size: 1 } } }),
  );
  return items[0] ?? null;
}

/** What the page of a home is made of. */
export type ListingPageData = { listing: Listing; context: ListingContext };
