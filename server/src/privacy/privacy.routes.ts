import { Type } from "typebox";
import { CLIENT_REFUSED, requireActiveClient } from "../favorites/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { PAGE_TYPE, PageReply } from "../platform/http/page.ts";
import { route } from "../platform/http/route.ts";
import { confirmPrivacyRequest } from "./confirm-privacy-request.ts";
import { createOwnPrivacyRequest } from "./create-own-privacy-request.ts";
import { createPrivacyRequest } from "./create-privacy-request.ts";
import { downloadPrivacyExport, EXPORT_TYPE } from "./download-privacy-export.ts";
import { listPrivacyRequests } from "./list-privacy-requests.ts";
import { pressPrivacyConfirmation } from "./press-privacy-confirmation.ts";
import * as schemas from "./privacy.schemas.ts";
import { runPrivacyRequest } from "./run-privacy-request.ts";
import { showPrivacyConfirmation } from "./show-privacy-confirmation.ts";

const privacy = { tag: "Privacy" } as const;
const link = { ...privacy, permission: "public", params: schemas.TokenParams } as const;

export const privacyRoutes = [
  route({
    ...privacy,
    method: "POST",
    path: "/api/privacy/requests",
    operationId: "createPrivacyRequest",
    storesKilobytes: 16,
    summary: "Request the erasure or an export of the data about an email address",
    description:
      "The request's domain determines the brokerage. If it holds data about the address, a confirmation email is " +
      "sent there; the reply is the same for every address.",
    permission: "public",
    tenant: true,
    limits: ["privacy_address"],
    body: schemas.CreatePrivacyRequestBody,
    status: 202,
    response: schemas.PrivacyRequestReceived,
    run: createPrivacyRequest,
  }),
  route({
    ...privacy,
    method: "POST",
    path: "/api/privacy/own-requests",
    operationId: "createOwnPrivacyRequest",
    storesKilobytes: 16,
    summary: "Request the erasure or an export of the data about the signed-in client",
    description:
      "An export is made within a minute, and its link is mailed to the client. An erasure is confirmed by the link in an email first.",
    permission: "public",
    tenant: true,
    token: "favorites",
    precondition: (ctx: TenantContext) => requireActiveClient(ctx),
    limits: ["privacy_address"],
    body: schemas.CreateOwnPrivacyRequestBody,
    status: 202,
    response: schemas.PrivacyRequestReceived,
    errors: { 401: CLIENT_REFUSED },
    run: createOwnPrivacyRequest,
  }),
  route({
    ...link,
    method: "GET",
    path: "/api/privacy/confirm/{token}",
    operationId: "showPrivacyConfirmation",
    summary: "Show the confirmation page of the link in the email",
    description: "Opening the page changes nothing. Works on any Host.",
    produces: PAGE_TYPE,
    response: PageReply(),
    errors: { 404: PageReply("The link is not valid") },
    run: showPrivacyConfirmation,
  }),
  route({
    ...link,
    method: "POST",
    path: "/api/privacy/confirm/{token}/button",
    operationId: "pressPrivacyConfirmation",
    summary: "Confirm a request by the button of that page; replies with a page",
    ignoresBody: true,
    produces: PAGE_TYPE,
    response: PageReply(),
    errors: { 404: PageReply("The link is not valid") },
    run: pressPrivacyConfirmation,
  }),
  route({
    ...link,
    method: "POST",
    path: "/api/privacy/confirm/{token}",
    operationId: "confirmPrivacyRequest",
    summary: "Confirm a request from a page on a brokerage's website",
    description:
      "After the confirmation an export is made within a minute, an erasure after 30 days. The body is ignored.",
    ignoresBody: true,
    response: schemas.PrivacyRequestReceived,
    errors: { 404: "This link is not valid" },
    run: confirmPrivacyRequest,
  }),
  route({
    ...link,
    method: "GET",
    path: "/api/privacy/exports/{token}",
    operationId: "downloadPrivacyExport",
    summary: "Download the data about a person",
    description:
      "Generated on download. The link is valid for 7 days, for any number of downloads, on any Host.",
    produces: EXPORT_TYPE,
    response: Type.Unsafe<unknown>({ contentMediaType: EXPORT_TYPE }),
    errors: { 404: "This link is not valid" },
    run: downloadPrivacyExport,
  }),
  route({
    ...privacy,
    method: "GET",
    path: "/api/v1/admin/privacy/requests",
    operationId: "listPrivacyRequests",
    summary: "List requests for erasure and export, newest first",
    permission: "broker",
    query: schemas.PrivacyRequestQuery,
    response: schemas.PrivacyRequestPage,
    run: listPrivacyRequests,
  }),
  route({
    ...privacy,
    method: "POST",
    path: "/api/v1/admin/privacy/requests/{request_id}/run",
    operationId: "runPrivacyRequest",
    summary: "Execute a confirmed request now",
    description: "Safe to repeat: for an executed request the reply is its receipt again.",
    permission: "broker",
    params: schemas.PrivacyRequestParams,
    ignoresBody: true,
    response: schemas.PrivacyRequest,
    errors: { 404: "Privacy request not found", 409: "The person has not confirmed this request yet" },
    run: runPrivacyRequest,
  }),
];
