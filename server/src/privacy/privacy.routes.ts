import { Type } from "typebox";
import { PAGE_TYPE, PageReply } from "../platform/http/page.ts";
import { route } from "../platform/http/route.ts";
import { confirmPrivacyRequest } from "./confirm-privacy-request.ts";
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
    summary: "Ask a brokerage to erase, or to hand over, what it holds about an address",
    description:
      "The request's domain decides the brokerage. Whoever has the address gets an email to confirm it, if anything is " +
      "held about them; the reply is the same for everybody.",
    permission: "public",
    tenant: true,
    limits: ["privacy_address"],
    body: schemas.CreatePrivacyRequestBody,
    status: 202,
    response: schemas.PrivacyRequestReceived,
    run: createPrivacyRequest,
  }),
  route({
    ...link,
    method: "GET",
    path: "/api/privacy/confirm/{token}",
    operationId: "showPrivacyConfirmation",
    summary: "The link in the email: a page with one button",
    description: "Changes nothing, however often it is opened. Works on any Host.",
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
    summary: "The button of that page: confirms the request, and answers a page",
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
    summary: "Confirm a request, for pages of a brokerage's own",
    description:
      "Once: an export is then made within a minute, an erasure 30 days later. Whatever the body is, it is not read.",
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
    summary: "What is held about a person, as a file",
    description: "Made when it is asked for. The link is good for 7 days, any number of times, on any Host.",
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
    summary: "Requests for erasure and export, newest first",
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
    summary: "Carry out a confirmed request now",
    description: "Safe to repeat: one that is done answers its receipt again.",
    permission: "broker",
    params: schemas.PrivacyRequestParams,
    ignoresBody: true,
    response: schemas.PrivacyRequest,
    errors: { 404: "Privacy request not found", 409: "The person has not confirmed this request yet" },
    run: runPrivacyRequest,
  }),
];
