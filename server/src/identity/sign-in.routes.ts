import { FOREIGN_REQUEST } from "../platform/http/foreign-requests.ts";
import { route } from "../platform/http/route.ts";
import { INSECURE } from "./accounts/sign-in-place.ts";
import { deleteAdmin } from "./admins/delete-admin.ts";
import { inviteAdmin } from "./admins/invite-admin.ts";
import { listAdmins } from "./admins/list-admins.ts";
import { getSignInMethods } from "./get-sign-in-methods.ts";
import { requestEmailLink } from "./links/request-email-link.ts";
import { createStaffSession } from "./sessions/create-staff-session.ts";
import { deleteCurrentStaffSession } from "./sessions/delete-current-staff-session.ts";
import { deleteStaffSession } from "./sessions/delete-staff-session.ts";
import { listStaffSessions } from "./sessions/list-staff-sessions.ts";
import * as schemas from "./sign-in.schemas.ts";

const staff = { tag: "Staff sign-in" } as const;
const signIn = { ...staff, permission: "public" } as const;
const SESSIONS = "/api/auth/sessions";
const ADMINS = "/api/auth/admins";
const HERE = "Missing Host header";

export const signInRoutes = [
  route({
    ...signIn,
    method: "GET",
    path: "/api/auth/methods",
    operationId: "getSignInMethods",
    summary: "Get how staff may sign in at this host",
    response: schemas.SignInMethods,
    errors: { 400: HERE, 403: INSECURE, 404: "Brokerage not found" },
    run: getSignInMethods,
  }),
  route({
    ...signIn,
    method: "POST",
    path: "/api/auth/email-links",
    operationId: "requestEmailLink",
    summary: "Mail a link that signs a member of staff in",
    description:
      "For agents, broker contacts and admins, at the host's brokerage; at CONSOLE_URL of every brokerage. The link works once, for 15 " +
      "minutes; a person gets five in an hour of each brokerage, and of CONSOLE_URL. The reply is the same for every address. The link opens " +
      "`/console/sign-in#token=…`; opening it uses nothing up: the page posts the token to `/api/auth/sessions` on a click.",
    limits: ["email_link_address"],
    status: 202,
    body: schemas.EmailLinkBody,
    response: schemas.Message,
    errors: {
      400: `${HERE}, or malformed JSON`,
      403: `${INSECURE}; ${FOREIGN_REQUEST}`,
      404: "Brokerage not found",
    },
    run: requestEmailLink,
  }),
  route({
    ...signIn,
    method: "POST",
    path: SESSIONS,
    operationId: "createStaffSession",
    summary: "Sign a member of staff in, by a link, an API key, or the OpenID provider",
    description:
      "With one of `token`, `api_key` and `oidc_code`. The reply sets the HttpOnly cookie `lintel_staff` (`__Host-lintel_staff` on https), " +
      "which counts as credentials on every route, at this host alone, for 12 hours after its last use and 30 days at most. Where the email " +
      "of a link has several accounts, the reply is 202 with their list, and a second request names one; nothing is used up before.",
    limits: ["sign_in_address"],
    storesKilobytes: 4,
    // The code of a provider is exchanged while it runs.
    ownTransactions: true,
    showsSecret: true,
    status: 201,
    statusFor: (result: schemas.SignedIn | schemas.AccountChoice) => ("accounts" in result ? 202 : 201),
    accepted: schemas.AccountChoice,
    body: schemas.SignInBody,
    response: schemas.SignedIn,
    errors: {
      400: `${HERE}, OIDC_CLIENT_ID is not set, or malformed JSON`,
      401: "A link that is unknown, used, expired or another brokerage's; `Invalid API key`; a code that the provider does not accept",
      403:
        `${INSECURE}; ${FOREIGN_REQUEST}; an admin on a brokerage's domain; staff of another brokerage; the first admin key after an ` +
        "admin has confirmed an email; a token of the provider without a role",
      404: "Brokerage not found",
      503: "The identity provider cannot be reached",
    },
    run: createStaffSession,
  }),
  route({
    ...staff,
    permission: "authenticated",
    method: "GET",
    path: SESSIONS,
    operationId: "listStaffSessions",
    summary: "List the browsers in which the caller is signed in, the latest first",
    query: schemas.StaffSessionQuery,
    response: schemas.StaffSessionPage,
    run: listStaffSessions,
  }),
  route({
    ...staff,
    permission: "authenticated",
    method: "DELETE",
    path: `${SESSIONS}/current`,
    operationId: "deleteCurrentStaffSession",
    summary: "Sign this browser out",
    response: schemas.Message,
    errors: { 404: "Session not found (a key or a token)" },
    run: deleteCurrentStaffSession,
  }),
  route({
    ...staff,
    permission: "authenticated",
    method: "DELETE",
    path: `${SESSIONS}/{session_id}`,
    operationId: "deleteStaffSession",
    summary: "Sign out one of the caller's browsers",
    params: schemas.StaffSessionParams,
    response: schemas.Message,
    errors: { 404: "Session not found" },
    run: deleteStaffSession,
  }),
  route({
    ...staff,
    permission: "admin",
    method: "GET",
    path: ADMINS,
    operationId: "listAdmins",
    summary: "List the admins who sign in by email",
    query: schemas.AdminQuery,
    response: schemas.AdminPage,
    run: listAdmins,
  }),
  route({
    ...staff,
    permission: "admin",
    method: "POST",
    path: ADMINS,
    operationId: "inviteAdmin",
    summary: "Mail a link that makes the owner of an address an admin",
    description:
      "The first admin's own address, or a colleague's. Once the first address is confirmed, the first admin key opens no session any more.",
    status: 202,
    body: schemas.EmailLinkBody,
    response: schemas.Message,
    errors: {
      400: `${HERE}, or malformed JSON`,
      403: `${INSECURE}; an address of a brokerage without CONSOLE_URL`,
      404: "Brokerage not found",
      409: "There is no brokerage yet, in whose name the mail is sent",
      429: "Five links to the address within an hour, or rate limit exceeded",
    },
    run: inviteAdmin,
  }),
  route({
    ...staff,
    permission: "admin",
    method: "DELETE",
    path: `${ADMINS}/{admin_id}`,
    operationId: "deleteAdmin",
    summary: "Remove an admin who signs in by email, with their sessions and passkeys",
    description: "Invitations of the address that were not used end, too.",
    params: schemas.AdminParams,
    response: schemas.Message,
    errors: { 404: "Admin not found", 409: "The last admin who signs in by email" },
    run: deleteAdmin,
  }),
];
