import { FOREIGN_REQUEST } from "../../platform/http/foreign-requests.ts";
import { route } from "../../platform/http/route.ts";
import { INSECURE } from "../accounts/sign-in-place.ts";
import { Message, SignedIn } from "../sign-in.schemas.ts";
import { authenticateWithPasskey } from "./authenticate-with-passkey.ts";
import { createPasskey } from "./create-passkey.ts";
import { createPasskeyAuthenticationOptions } from "./create-passkey-authentication-options.ts";
import { createPasskeyRegistrationOptions } from "./create-passkey-registration-options.ts";
import { deletePasskey } from "./delete-passkey.ts";
import { listPasskeys } from "./list-passkeys.ts";
import { NOT_HOME } from "./passkey-owner.ts";
import * as schemas from "./passkeys.schemas.ts";

const PASSKEYS = "/api/auth/passkeys";
const own = { tag: "Staff sign-in", permission: "authenticated" } as const;
const making = { ...own, method: "POST", session: "email" } as const;
// A challenge is taken whether its answer is right or not.
const signIn = {
  tag: "Staff sign-in",
  permission: "public",
  method: "POST",
  limits: ["sign_in_address"],
  ownTransactions: true,
  showsSecret: true,
} as const;
const HERE = "Missing Host header, or malformed JSON";
const refusedHere = `${INSECURE}; ${NOT_HOME}`;

export const passkeyRoutes = [
  route({
    ...making,
    path: `${PASSKEYS}/registration-options`,
    operationId: "createPasskeyRegistrationOptions",
    summary: "Get a challenge to make a passkey with",
    description: "For people who have signed in by email. The reply is for `navigator.credentials.create`.",
    showsSecret: true,
    response: schemas.RegistrationOptions,
    errors: { 400: HERE, 403: refusedHere, 404: "Brokerage not found" },
    run: createPasskeyRegistrationOptions,
  }),
  route({
    ...making,
    path: `${PASSKEYS}/registrations`,
    operationId: "createPasskey",
    summary: "Register the passkey that a browser has made",
    description: "The body is the browser's `PublicKeyCredential.toJSON()`, and a name.",
    ownTransactions: true,
    status: 201,
    body: schemas.NewPasskey,
    response: schemas.Passkey,
    errors: {
      400: `This passkey cannot be registered; ${HERE}`,
      403: refusedHere,
      404: "Brokerage not found",
      409: "A passkey that is registered already, or the 21st of a person",
    },
    run: createPasskey,
  }),
  route({
    ...signIn,
    path: `${PASSKEYS}/authentication-options`,
    operationId: "createPasskeyAuthenticationOptions",
    summary: "Get a challenge to sign in with a passkey",
    description: "The reply is for `navigator.credentials.get`, and the same for everyone but its challenge.",
    response: schemas.AuthenticationOptions,
    errors: { 400: HERE, 403: `${refusedHere}; ${FOREIGN_REQUEST}`, 404: "Brokerage not found" },
    run: createPasskeyAuthenticationOptions,
  }),
  route({
    ...signIn,
    path: `${PASSKEYS}/authentications`,
    operationId: "authenticateWithPasskey",
    summary: "Sign a member of staff in by a passkey",
    description:
      "The body is the browser's `PublicKeyCredential.toJSON()`. The reply sets the cookie of `POST /api/auth/sessions`.",
    storesKilobytes: 4,
    status: 201,
    body: schemas.PasskeyAnswer,
    response: SignedIn,
    errors: {
      400: HERE,
      401: "This passkey does not sign in here",
      403: `${refusedHere}; ${FOREIGN_REQUEST}`,
      404: "Brokerage not found",
    },
    run: authenticateWithPasskey,
  }),
  route({
    ...own,
    method: "GET",
    path: PASSKEYS,
    operationId: "listPasskeys",
    summary: "List the caller's passkeys",
    query: schemas.PasskeyQuery,
    response: schemas.PasskeyPage,
    run: listPasskeys,
  }),
  route({
    ...own,
    method: "DELETE",
    path: `${PASSKEYS}/{passkey_id}`,
    operationId: "deletePasskey",
    summary: "Remove one of the caller's passkeys",
    params: schemas.PasskeyParams,
    response: Message,
    errors: { 404: "Passkey not found" },
    run: deletePasskey,
  }),
];
