import { LinkCredentials, WRONG_CODE } from "../client-tokens/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { FOREIGN_REQUEST } from "../platform/http/foreign-requests.ts";
import { PAGE_TYPE, PageReply } from "../platform/http/page.ts";
import { type Refusal, route } from "../platform/http/route.ts";
import { deleteFavorite } from "./delete-favorite.ts";
import * as schemas from "./favorites.schemas.ts";
import { PAGE_PATH, requestMagicLink } from "./links/request-magic-link.ts";
import { verifyMagicLink } from "./links/verify-magic-link.ts";
import { listFavorites } from "./list-favorites.ts";
import { listLeadFavorites } from "./list-lead-favorites.ts";
import { showFavoritesPage } from "./page/show-favorites-page.ts";
import { createClientSession } from "./sessions/create-client-session.ts";
import { deleteClientSession } from "./sessions/delete-client-session.ts";
import { getClientSession } from "./sessions/get-client-session.ts";
import { syncFavorites } from "./sync-favorites.ts";
import { REFUSED, requireActiveClient } from "./tokens/require-client.ts";
import { acceptVowTerms } from "./vow/accept-vow-terms.ts";
import { getVowTerms } from "./vow/get-vow-terms.ts";

/** SPEC: Errors: on these routes a domain without a brokerage answers 400. */
function refusal({ status, detail }: Refusal) {
  return status === 404 && detail === "Brokerage not found" ? { status: 400, body: { detail } } : null;
}

const NO_BROKERAGE = "`Brokerage not found`, or `Missing Host header`";
const favorites = { tag: "Favorites", permission: "public", tenant: true, refusal } as const;
const clientRoute = {
  ...favorites,
  token: "favorites",
  // Of every call: the sign of life.
  storesKilobytes: 2,
  precondition: (ctx: TenantContext) => requireActiveClient(ctx),
} as const;

const SESSION_PATH = "/api/v1/client-session";

const vow = {
  ...favorites,
  path: "/api/v1/sources/{source}/vow-terms",
  params: schemas.SourceOfTerms,
} as const;

export const favoriteRoutes = [
  route({
    ...favorites,
    method: "POST",
    path: "/api/v1/favorites/magic-link",
    operationId: "requestMagicLink",
    storesKilobytes: 16,
    summary: "Send a magic link that verifies an email address",
    description:
      "The link works once, within 15 minutes. The email also has a code, for browsers in which the link is not opened or runs no " +
      "script: `POST /api/v1/client-session` takes either. The reply is the same for every address. The visitor's session " +
      "is linked to the client when the link is used with the visitor's X-Session-ID or cookie.",
    limits: ["magic_link_address"],
    body: schemas.RequestMagicLinkBody,
    response: schemas.Done,
    errors: {
      400: `${NO_BROKERAGE}, or malformed JSON`,
      429: "`Too many magic link requests. Please check your email or wait 15 minutes.` (three of this email are pending), or rate limit exceeded",
    },
    run: requestMagicLink,
  }),
  route({
    ...favorites,
    method: "GET",
    path: "/api/v1/favorites/verify/{token}",
    operationId: "verifyMagicLink",
    summary: "Redeem a magic link for the client, their favorites, and a token for 90 days",
    description:
      "Invalidates the link. Call it on a click and not when a page is opened, because mail scanners open links.",
    changesOnGet: true,
    params: schemas.MagicLinkParams,
    response: schemas.VerifiedClient,
    errors: {
      400:
        "`This magic link has already been used. Request a new one.`, `This magic link has expired. Request a new one.`, " +
        NO_BROKERAGE,
      404: "Magic link not found",
    },
    run: verifyMagicLink,
  }),
  route({
    ...favorites,
    method: "POST",
    path: SESSION_PATH,
    operationId: "createClientSession",
    storesKilobytes: 4,
    summary: "Sign a client in by the token of a magic link, or by the code in its email",
    description:
      "Uses the link up, like `GET /api/v1/favorites/verify/{token}`. Of a link, five codes may be tried; a wrong code and an unknown " +
      "request or email are answered alike. The reply sets the HttpOnly cookie `lintel_client` (`__Host-lintel_client` on https) for " +
      "90 days, which routes of clients take from pages of the same origin, as they take the token. A page of another domain of the " +
      "brokerage gets no cookie.",
    // The tries at a code count whether it is right or not.
    ownTransactions: true,
    showsSecret: true,
    body: LinkCredentials,
    status: 201,
    response: schemas.VerifiedClient,
    errors: {
      400:
        `\`${WRONG_CODE}\`, \`This magic link has already been used. Request a new one.\`, ` +
        `\`This magic link has expired. Request a new one.\`, ${NO_BROKERAGE}, or malformed JSON`,
      403: FOREIGN_REQUEST,
      404: "Magic link not found",
    },
    run: createClientSession,
  }),
  route({
    ...clientRoute,
    method: "GET",
    path: SESSION_PATH,
    operationId: "getClientSession",
    summary: "Get the client who is signed in",
    response: schemas.ClientSession,
    errors: { 400: NO_BROKERAGE, 401: REFUSED },
    run: getClientSession,
  }),
  route({
    ...favorites,
    method: "DELETE",
    path: SESSION_PATH,
    operationId: "deleteClientSession",
    summary: "Sign this browser out: its cookie is deleted, and not valid any more",
    description: "Safe to repeat. A bearer token stays valid: a page signs out by forgetting it.",
    response: schemas.Done,
    errors: { 400: NO_BROKERAGE, 403: FOREIGN_REQUEST },
    run: deleteClientSession,
  }),
  route({
    ...favorites,
    method: "GET",
    path: PAGE_PATH,
    operationId: "showFavoritesPage",
    hasWebsitePage: true,
    summary: "Show the page of a magic link, for brokerages without a website: one button",
    description:
      "Opening the page changes nothing: the token after the `#` is sent with the click. The built-in website has a page of its own.",
    produces: PAGE_TYPE,
    response: PageReply(),
    errors: { 400: NO_BROKERAGE },
    run: showFavoritesPage,
  }),
  route({
    ...clientRoute,
    method: "GET",
    path: "/api/v1/favorites",
    operationId: "listFavorites",
    summary: "List a client's favorites",
    response: schemas.FavoriteList,
    errors: { 400: NO_BROKERAGE, 401: REFUSED },
    run: listFavorites,
  }),
  route({
    ...clientRoute,
    method: "POST",
    path: "/api/v1/favorites/sync",
    operationId: "syncFavorites",
    summary: "Add a device's favorites to the client's; the reply lists both",
    body: schemas.SyncFavoritesBody,
    response: schemas.FavoriteList,
    errors: { 400: `${NO_BROKERAGE}, or malformed JSON`, 401: REFUSED },
    run: syncFavorites,
  }),
  route({
    ...clientRoute,
    method: "DELETE",
    path: "/api/v1/favorites/{listing_id}",
    operationId: "deleteFavorite",
    summary: "Remove one of a client's favorites",
    description: "Safe to repeat: a listing that is not a favorite is ignored.",
    params: schemas.FavoriteParams,
    response: schemas.Done,
    errors: { 400: NO_BROKERAGE, 401: REFUSED },
    run: deleteFavorite,
  }),
  route({
    ...vow,
    method: "GET",
    operationId: "getVowTerms",
    summary: "Get the VOW terms of a source",
    description: "What a client accepts to see the fields that the source shows to clients alone.",
    response: schemas.VowTermsView,
    errors: { 400: NO_BROKERAGE, 404: "Source not found, or it has no VOW terms" },
    run: getVowTerms,
  }),
  route({
    ...vow,
    method: "POST",
    token: "favorites",
    precondition: (ctx: TenantContext) => requireActiveClient(ctx),
    operationId: "acceptVowTerms",
    summary: "Accept the VOW terms of a source",
    description: "Safe to repeat. A new version of the terms has to be accepted again.",
    body: schemas.VowVersion,
    response: schemas.AcceptedVowTerms,
    errors: {
      400: `${NO_BROKERAGE}, or malformed JSON`,
      401: REFUSED,
      404: "Source not found, or it has no VOW terms",
      409: "`version` is not the current version of the terms",
    },
    run: acceptVowTerms,
  }),
  route({
    method: "GET",
    path: "/api/v1/admin/leads/{lead_id}/favorites",
    operationId: "listLeadFavorites",
    summary: "List the favorites of a lead, latest first",
    description: "Those of the client with the lead's email; at most 200.",
    tag: "Leads",
    permission: "authenticated",
    params: schemas.LeadParams,
    response: schemas.LeadFavorites,
    errors: { 404: "Lead not found" },
    run: listLeadFavorites,
  }),
];
