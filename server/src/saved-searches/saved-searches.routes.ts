import { CLIENT_REFUSED, requireActiveClient } from "../favorites/index.ts";
import { ListingItem } from "../listings/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { ListOf } from "../platform/http/list-envelope.ts";
import { PAGE_TYPE, PageReply } from "../platform/http/page.ts";
import { type Refusal, route } from "../platform/http/route.ts";
import { PushEndpointBody, PushKey, PushSubscriptionBody, PushSubscriptionReply } from "../push/index.ts";
import { resumeAlerts } from "./alerts/resume/resume-alerts.ts";
import { RESUME_PATH } from "./alerts/resume/resume-links.ts";
import { showResumePage } from "./alerts/resume/show-resume-page.ts";
import { pressAlertsUnsubscribe } from "./alerts/unsubscribe/press-alerts-unsubscribe.ts";
import { showAlertsUnsubscribePage } from "./alerts/unsubscribe/show-alerts-unsubscribe-page.ts";
import { unsubscribeAlertsOneClick } from "./alerts/unsubscribe/unsubscribe-alerts-one-click.ts";
import { UNSUBSCRIBE_PATH } from "./alerts/unsubscribe/unsubscribe-links.ts";
import { confirmSearch } from "./confirmation/confirm-search.ts";
import { showSearchConfirmationPage } from "./confirmation/page/show-search-confirmation-page.ts";
import { PAGE_PATH } from "./confirmation/request-confirmation.ts";
import { getFavoriteAlerts } from "./favorites-alerts/get-favorite-alerts.ts";
import { updateFavoriteAlerts } from "./favorites-alerts/update-favorite-alerts.ts";
import { createSearchPushSubscription } from "./push-subscriptions/create-search-push-subscription.ts";
import { deleteSearchPushSubscription } from "./push-subscriptions/delete-search-push-subscription.ts";
import { getSearchPushKey } from "./push-subscriptions/get-search-push-key.ts";
import * as schemas from "./saved-searches.schemas.ts";
import { createSavedSearch } from "./searches/create-saved-search.ts";
import { deleteSavedSearch } from "./searches/delete-saved-search.ts";
import { getSavedSearch } from "./searches/get-saved-search.ts";
import { listSavedSearches } from "./searches/list-saved-searches.ts";
import { listSearchResults } from "./searches/list-search-results.ts";
import { markSearchSeen } from "./searches/mark-search-seen.ts";
import { updateSavedSearch } from "./searches/update-saved-search.ts";
import { createLeadSearch } from "./staff/create-lead-search.ts";
import { listLeadSearches } from "./staff/list-lead-searches.ts";

const SEARCHES = "/api/v1/searches";
const searches = { tag: "Saved searches", permission: "public", tenant: true } as const;

/** Calls with the client's token, each of which is a sign of life. */
const clientRoute = {
  ...searches,
  token: "favorites",
  precondition: (ctx: TenantContext) => requireActiveClient(ctx),
} as const;

const one = { ...clientRoute, path: `${SEARCHES}/{id}`, params: schemas.SearchParams } as const;
const oneErrors = { 401: CLIENT_REFUSED, 404: "Search not found" } as const;
const pushSubscriptions = { ...clientRoute, path: `${SEARCHES}/push-subscriptions` } as const;
const leadSearches = {
  tag: "Leads",
  permission: "authenticated",
  path: "/api/v1/admin/leads/{lead_id}/searches",
  params: schemas.LeadSearchParams,
} as const;
const tokenPage = {
  tag: "Saved searches",
  permission: "public",
  params: schemas.LinkParams,
  produces: PAGE_TYPE,
  response: PageReply(),
  errors: { 404: PageReply("The link is not valid") },
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
  route({
    ...searches,
    method: "POST",
    path: SEARCHES,
    operationId: "createSavedSearch",
    summary: "Save a search, and hear of homes that match",
    description:
      "With a client's token (`Authorization: Bearer …`, as on favorites) it is saved at once: 201. Without one, `email` gets a " +
      "link that saves it, works once and for 48 hours: 202 with `status: pending_confirmation`, the same for every address. " +
      "A client has at most 50 searches. An alert tells of a listing's change once, whichever searches match it.",
    limits: ["magic_link_address"],
    storesKilobytes: 16,
    body: schemas.CreateSavedSearchBody,
    status: 201,
    statusFor: (result: object) => ("id" in result ? 201 : 202),
    response: schemas.SavedSearch,
    accepted: schemas.PendingSearch,
    optionalToken: "favorites",
    errors: {
      401: `${CLIENT_REFUSED} Also without a token and an email.`,
      409: "The client has 50 searches",
      429: "Three searches of this email wait for their confirmation, or rate limit exceeded",
    },
    run: createSavedSearch,
  }),
  route({
    ...clientRoute,
    method: "GET",
    path: SEARCHES,
    operationId: "listSavedSearches",
    summary: "List the client's searches, newest first",
    query: schemas.SearchesQuery,
    response: schemas.SavedSearchList,
    errors: { 401: CLIENT_REFUSED },
    run: listSavedSearches,
  }),
  route({
    ...searches,
    method: "GET",
    path: `${SEARCHES}/push-key`,
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
    errors: { 401: CLIENT_REFUSED, 409: "Browser push is not set up here" },
    run: createSearchPushSubscription,
  }),
  route({
    ...pushSubscriptions,
    method: "DELETE",
    operationId: "deleteSearchPushSubscription",
    summary: "Unsubscribe a browser from the client's alerts",
    body: PushEndpointBody,
    response: schemas.Message,
    errors: { 401: CLIENT_REFUSED, 404: "The client has no such subscription" },
    run: deleteSearchPushSubscription,
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
    path: `${SEARCHES}/{id}/results`,
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
    path: `${SEARCHES}/{id}/seen`,
    operationId: "markSearchSeen",
    summary: "Note that the client has seen what a search finds",
    ignoresBody: true,
    response: schemas.SearchSeen,
    errors: oneErrors,
    run: markSearchSeen,
  }),
  route({
    ...searches,
    method: "POST",
    path: `${SEARCHES}/confirm/{token}`,
    operationId: "confirmSearch",
    summary: "Use a confirmation link: save its search, for the search and a token for 90 days",
    description: "Call it on a click and not when a page is opened, because mail scanners open links.",
    ignoresBody: true,
    showsSecret: true,
    params: schemas.ConfirmParams,
    response: schemas.ConfirmedSearch,
    errors: {
      400: "`This confirmation link has already been used.`, `This confirmation link has expired.`",
      404: "Confirmation link not found",
      409: "The client has 50 searches",
    },
    run: confirmSearch,
  }),
  route({
    ...searches,
    method: "GET",
    path: PAGE_PATH,
    operationId: "showSearchConfirmationPage",
    summary: "Show the page of a confirmation link, for brokerages without a website: one button",
    description: "Opening the page changes nothing: the token after the `#` is sent with the click.",
    produces: PAGE_TYPE,
    response: PageReply(),
    run: showSearchConfirmationPage,
  }),
  route({
    ...tokenPage,
    method: "GET",
    path: `${UNSUBSCRIBE_PATH}/{token}`,
    operationId: "showAlertsUnsubscribePage",
    summary: "Show the page of an unsubscribe link of an alert: one button",
    description: "Opening the page changes nothing. Works on any Host, and never expires.",
    run: showAlertsUnsubscribePage,
  }),
  route({
    tag: "Saved searches",
    permission: "public",
    method: "POST",
    path: `${UNSUBSCRIBE_PATH}/{token}`,
    operationId: "unsubscribeAlertsOneClick",
    summary: "One-click unsubscription from alerts by a mail program (RFC 8058)",
    description:
      "Ends the alerts of the one search that the mail was for; of a mail for several, or for favorites, all alerts of the client. " +
      "Safe to repeat.",
    ignoresBody: true,
    params: schemas.LinkParams,
    response: schemas.Message,
    errors: { 404: "This link is not valid" },
    run: unsubscribeAlertsOneClick,
  }),
  route({
    ...tokenPage,
    method: "POST",
    path: `${UNSUBSCRIBE_PATH}/{token}/button`,
    operationId: "pressAlertsUnsubscribe",
    summary: "The button of the unsubscribe page",
    ignoresBody: true,
    run: pressAlertsUnsubscribe,
  }),
  route({
    ...tokenPage,
    method: "GET",
    path: `${RESUME_PATH}/{token}`,
    operationId: "showResumePage",
    summary: "Show the page of the mail that asks whether alerts are still wanted: one button",
    description: "Opening the page changes nothing. Works on any Host, and never expires.",
    run: showResumePage,
  }),
  route({
    ...tokenPage,
    method: "POST",
    path: `${RESUME_PATH}/{token}`,
    operationId: "resumeAlerts",
    summary: "The button of that page: paused alerts go on",
    ignoresBody: true,
    run: resumeAlerts,
  }),
  route({
    ...favoriteAlerts,
    method: "GET",
    operationId: "getFavoriteAlerts",
    summary: "Get how the client hears of price drops and changes of status of their favorites",
    response: schemas.FavoriteAlerts,
    errors: { 400: NO_BROKERAGE, 401: CLIENT_REFUSED },
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
    errors: { 400: `${NO_BROKERAGE}, or malformed JSON`, 401: CLIENT_REFUSED },
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
