import { LinkCredentials, WRONG_CODE } from "../client-tokens/index.ts";
import { FOREIGN_REQUEST } from "../platform/http/foreign-requests.ts";
import { PAGE_TYPE, PageReply } from "../platform/http/page.ts";
import { route } from "../platform/http/route.ts";
import { resumeAlerts } from "./alerts/resume/resume-alerts.ts";
import { RESUME_PATH } from "./alerts/resume/resume-links.ts";
import { showResumePage } from "./alerts/resume/show-resume-page.ts";
import { pressAlertsUnsubscribe } from "./alerts/unsubscribe/press-alerts-unsubscribe.ts";
import { showAlertsUnsubscribePage } from "./alerts/unsubscribe/show-alerts-unsubscribe-page.ts";
import { unsubscribeAlertsOneClick } from "./alerts/unsubscribe/unsubscribe-alerts-one-click.ts";
import { UNSUBSCRIBE_PATH } from "./alerts/unsubscribe/unsubscribe-links.ts";
import { SEARCHES_PATH, searches } from "./client-route.ts";
import { confirmSearch } from "./confirmation/confirm-search.ts";
import { showSearchConfirmationPage } from "./confirmation/page/show-search-confirmation-page.ts";
import { redeemSearchConfirmation } from "./confirmation/redeem-search-confirmation.ts";
import { PAGE_PATH } from "./confirmation/request-confirmation.ts";
import * as schemas from "./saved-searches.schemas.ts";

const tokenPage = {
  tag: "Saved searches",
  permission: "public",
  params: schemas.LinkParams,
  produces: PAGE_TYPE,
  response: PageReply(),
  errors: { 404: PageReply("The link is not valid") },
} as const;

/** What links in mails lead to. Pages have a button, because mail scanners open links. */
export const linkRoutes = [
  route({
    ...searches,
    method: "POST",
    path: `${SEARCHES_PATH}/confirm/{token}`,
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
    method: "POST",
    path: `${SEARCHES_PATH}/confirm`,
    operationId: "redeemSearchConfirmation",
    storesKilobytes: 4,
    summary: "Save the search of a confirmation link, by the link's token or the code in its email",
    description:
      "Uses the link up, like `POST /api/v1/searches/confirm/{token}`. Of a link, five codes may be tried; a wrong code and an unknown " +
      "request or email are answered alike. The reply sets the cookie of a signed-in client, like `POST /api/v1/client-session`.",
    // The tries at a code count whether it is right or not.
    ownTransactions: true,
    showsSecret: true,
    body: LinkCredentials,
    status: 201,
    response: schemas.ConfirmedSearch,
    errors: {
      400:
        `\`${WRONG_CODE}\`, \`This confirmation link has already been used.\`, ` +
        "`This confirmation link has expired.`, or malformed JSON",
      403: FOREIGN_REQUEST,
      404: "Confirmation link not found",
      409: "The client has 50 searches",
    },
    run: redeemSearchConfirmation,
  }),
  route({
    ...searches,
    method: "GET",
    path: PAGE_PATH,
    operationId: "showSearchConfirmationPage",
    hasWebsitePage: true,
    summary: "Show the page of a confirmation link, for brokerages without a website: one button",
    description:
      "Opening the page changes nothing: the token after the `#` is sent with the click. The built-in website has a page of its own.",
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
    usesReserve: true,
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
    usesReserve: true,
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
];
