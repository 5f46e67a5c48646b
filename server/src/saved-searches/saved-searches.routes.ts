import { type Refusal, route } from "../platform/http/route.ts";
import { PushEndpointBody, PushKey, PushSubscriptionBody, PushSubscriptionReply } from "../push/index.ts";
import { clientRoute, REFUSED, SEARCHES_PATH, searches } from "./client-route.ts";
import { getFavoriteAlerts } from "./favorites-alerts/get-favorite-alerts.ts";
import { updateFavoriteAlerts } from "./favorites-alerts/update-favorite-alerts.ts";
import { linkRoutes } from "./links.routes.ts";
import { createSearchPushSubscription } from "./push-subscriptions/create-search-push-subscription.ts";
import { deleteSearchPushSubscription } from "./push-subscriptions/delete-search-push-subscription.ts";
import { getSearchPushKey } from "./push-subscriptions/get-search-push-key.ts";
import * as schemas from "./saved-searches.schemas.ts";
import { searchesRoutes } from "./searches/searches.routes.ts";
import { createLeadSearch } from "./staff/create-lead-search.ts";
import { listLeadSearches } from "./staff/list-lead-searches.ts";

const pushSubscriptions = { ...clientRoute, path: `${SEARCHES_PATH}/push-subscriptions` } as const;
const leadSearches = {
  tag: "Leads",
  permission: "authenticated",
  path: "/api/v1/admin/leads/{lead_id}/searches",
  params: schemas.LeadSearchParams,
} as const;

/** SPEC: Errors: on routes of favorites a domain without a brokerage answers 400. */
function refusal({ status, detail }: Refusal) {
  return status === 404 && detail === "Brokerage not found" ? { status: 400, body: { detail } } : null;
}

const favoriteAlerts = {
  ...clientRoute,
  refusal,
  tag: "Favorites",
  path: "/api/v1/favorites/alerts",
} as const;
const NO_BROKERAGE = "`Brokerage not found`, or `Missing Host header`";

export const savedSearchRoutes = [
  ...searchesRoutes,
  ...linkRoutes,
  route({
    ...searches,
    method: "GET",
    path: `${SEARCHES_PATH}/push-key`,
    operationId: "getSearchPushKey",
    summary: "Get the public key for push subscriptions of clients",
    response: PushKey,
    run: getSearchPushKey,
  }),
  route({
    ...pushSubscriptions,
    method: "POST",
    operationId: "createSearchPushSubscription",
    summary: "Subscribe a browser to the client's alerts",
    description:
      "The body is the output of the browser's `PushSubscription.toJSON()`. Safe to repeat, and recommended at every visit. " +
      "A client has at most 10 browsers. Searches push when `channels` has `push`. A push is JSON: title, body, url and tag.",
    body: PushSubscriptionBody,
    status: 201,
    response: PushSubscriptionReply,
    errors: { 401: REFUSED, 409: "Browser push is not set up here" },
    run: createSearchPushSubscription,
  }),
  route({
    ...pushSubscriptions,
    method: "DELETE",
    operationId: "deleteSearchPushSubscription",
    summary: "Unsubscribe a browser from the client's alerts",
    body: PushEndpointBody,
    response: schemas.Message,
    errors: { 401: REFUSED, 404: "The client has no such subscription" },
    run: deleteSearchPushSubscription,
  }),
  route({
    ...favoriteAlerts,
    method: "GET",
    operationId: "getFavoriteAlerts",
    summary: "Get how the client hears of price drops and changes of status of their favorites",
    response: schemas.FavoriteAlerts,
    errors: { 400: NO_BROKERAGE, 401: REFUSED },
    run: getFavoriteAlerts,
  }),
  route({
    ...favoriteAlerts,
    method: "PATCH",
    operationId: "updateFavoriteAlerts",
    summary: "Change how the client hears of their favorites",
    description: "Fields that are absent stay. Paused alerts become active.",
    body: schemas.UpdateFavoriteAlertsBody,
    response: schemas.FavoriteAlerts,
    errors: { 400: `${NO_BROKERAGE}, or malformed JSON`, 401: REFUSED },
    run: updateFavoriteAlerts,
  }),
  route({
    ...leadSearches,
    method: "GET",
    operationId: "listLeadSearches",
    summary: "List what a lead looks for: the saved searches of the lead's email",
    description:
      "Whoever has saved them, newest first. What their queries say of classes that fair housing laws protect is left out.",
    query: schemas.SearchesQuery,
    response: schemas.SavedSearchList,
    errors: { 404: "Lead not found" },
    run: listLeadSearches,
  }),
  route({
    ...leadSearches,
    method: "POST",
    operationId: "createLeadSearch",
    summary: "Save a search for a lead",
    description:
      "The lead gets its alerts without a confirmation; the first mail says who has saved it, and every mail how to end it.",
    body: schemas.CreateLeadSearchBody,
    status: 201,
    response: schemas.SavedSearch,
    errors: { 404: "Lead not found", 409: "The lead has no email, or 50 searches" },
    run: createLeadSearch,
  }),
];
