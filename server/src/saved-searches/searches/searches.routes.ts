import { ListingItem } from "../../listings/index.ts";
import { ListOf } from "../../platform/http/list-envelope.ts";
import { route } from "../../platform/http/route.ts";
import { clientRoute, REFUSED, SEARCHES_PATH, searches } from "../client-route.ts";
import * as schemas from "../saved-searches.schemas.ts";
import { createSavedSearch, refuseBadClient, requireClientOrEmail } from "./create-saved-search.ts";
import { deleteSavedSearch } from "./delete-saved-search.ts";
import { getSavedSearch } from "./get-saved-search.ts";
import { listSavedSearches } from "./list-saved-searches.ts";
import { listSearchResults } from "./list-search-results.ts";
import { markSearchSeen } from "./mark-search-seen.ts";
import { updateSavedSearch } from "./update-saved-search.ts";

const one = { ...clientRoute, path: `${SEARCHES_PATH}/{id}`, params: schemas.SearchParams } as const;
const oneErrors = { 401: REFUSED, 404: "Search not found" } as const;

/** Searches of clients. */
export const searchesRoutes = [
  route({
    ...searches,
    method: "POST",
    path: SEARCHES_PATH,
    operationId: "createSavedSearch",
    summary: "Save a search, and hear of homes that match",
    description:
      "With a client's token (`Authorization: Bearer …`, as on favorites) it is saved at once: 201. Without one, `email` gets a " +
      "link that saves it, works once and for 48 hours: 202 with `status: pending_confirmation`, the same for every address. " +
      "A client has at most 50 searches. An alert tells of a listing's change once, whichever searches match it.",
    precondition: refuseBadClient,
    bodyPrecondition: requireClientOrEmail,
    storesKilobytes: 16,
    body: schemas.CreateSavedSearchBody,
    status: 201,
    statusFor: (result: object) => ("id" in result ? 201 : 202),
    response: schemas.SavedSearch,
    accepted: schemas.PendingSearch,
    optionalToken: "favorites",
    errors: {
      401: `${REFUSED} Also without a token and an email.`,
      409: "The client has 50 searches",
      429: "Three searches of this email wait for their confirmation, or rate limit exceeded",
    },
    run: createSavedSearch,
  }),
  route({
    ...clientRoute,
    method: "GET",
    path: SEARCHES_PATH,
    operationId: "listSavedSearches",
    summary: "List the client's searches, newest first",
    query: schemas.SearchesQuery,
    response: schemas.SavedSearchList,
    errors: { 401: REFUSED },
    run: listSavedSearches,
  }),
  route({
    ...one,
    method: "GET",
    operationId: "getSavedSearch",
    summary: "Get a search of the client, with what it finds now",
    response: schemas.SavedSearch,
    errors: oneErrors,
    run: getSavedSearch,
  }),
  route({
    ...one,
    method: "PATCH",
    operationId: "updateSavedSearch",
    summary: "Change a search of the client",
    description:
      "Fields that are absent stay. A paused search becomes active. What is scheduled is scheduled anew. What the search finds only " +
      "since its filters or its query have changed is not new to it.",
    body: schemas.UpdateSavedSearchBody,
    response: schemas.SavedSearch,
    errors: oneErrors,
    run: updateSavedSearch,
  }),
  route({
    ...one,
    method: "DELETE",
    operationId: "deleteSavedSearch",
    summary: "Delete a search of the client",
    response: schemas.Message,
    errors: oneErrors,
    run: deleteSavedSearch,
  }),
  route({
    ...one,
    method: "GET",
    path: `${SEARCHES_PATH}/{id}/results`,
    operationId: "listSearchResults",
    summary: "List what a search of the client finds now",
    description:
      "Newest first. Where the search has a query with words that are no filters, the best matches of those come first.",
    limits: ["semantic_search"],
    query: schemas.ResultsQuery,
    response: ListOf(ListingItem),
    errors: oneErrors,
    run: listSearchResults,
  }),
  route({
    ...one,
    method: "POST",
    path: `${SEARCHES_PATH}/{id}/seen`,
    operationId: "markSearchSeen",
    summary: "Note that the client has seen what a search finds",
    ignoresBody: true,
    response: schemas.SearchSeen,
    errors: oneErrors,
    run: markSearchSeen,
  }),
];
