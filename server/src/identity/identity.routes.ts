import { Type } from "typebox";
import { route } from "../platform/http/route.ts";
import { checkAdminAccess } from "./check-admin-access.ts";
import { checkBrokerAccess } from "./check-broker-access.ts";
import { getCurrentUser } from "./get-current-user.ts";
import * as schemas from "./identity.schemas.ts";
import { createApiKey } from "./keys/create-api-key.ts";
import { listApiKeys } from "./keys/list-api-keys.ts";
import { revokeApiKey } from "./keys/revoke-api-key.ts";
import { verifyCredentials } from "./verify-credentials.ts";

const identity = { tag: "Authentication and identity" } as const;
const keys = { tag: "API keys", permission: "broker" } as const;

export const identityRoutes = [
  route({
    ...identity,
    method: "GET",
    path: "/api/auth/verify",
    operationId: "verifyCredentials",
    summary: "Whether the credentials are good, and whose they are",
    permission: "authenticated",
    response: schemas.VerifyReply,
    run: verifyCredentials,
  }),
  route({
    ...identity,
    method: "GET",
    path: "/api/admin/me",
    operationId: "getCurrentUser",
    summary: "Who is asking",
    permission: "authenticated",
    response: schemas.MeReply,
    run: getCurrentUser,
  }),
  route({
    ...identity,
    method: "GET",
    path: "/api/admin/admin-test",
    operationId: "checkAdminAccess",
    summary: "Answers admins alone",
    permission: "admin",
    response: schemas.AdminAccess,
    run: checkAdminAccess,
  }),
  route({
    ...identity,
    method: "GET",
    path: "/api/admin/broker-test",
    operationId: "checkBrokerAccess",
    summary: "Answers brokers and admins",
    permission: "broker",
    response: schemas.BrokerAccess,
    run: checkBrokerAccess,
  }),
  route({
    ...keys,
    method: "GET",
    path: "/api/admin/api-keys",
    operationId: "listApiKeys",
    summary: "Keys that are not revoked, newest first",
    description: "Admins see all keys, brokers the broker and agent keys of their brokerage.",
    query: schemas.ApiKeyQuery,
    response: schemas.ApiKeyPage,
    run: listApiKeys,
  }),
  route({
    ...keys,
    method: "POST",
    path: "/api/admin/api-keys",
    operationId: "createApiKey",
    summary: "Make a key; the reply is the only place that shows it",
    description: "Admins make any key, brokers make broker and agent keys for their own brokerage.",
    status: 201,
    showsSecret: true,
    body: schemas.NewApiKey,
    response: schemas.CreatedApiKey,
    errors: {
      400: "The agent does not belong to the brokerage, or is disabled; no brokerage context",
      403: "Admin role required (a broker who asks for an admin key)",
      404: "Brokerage not found",
    },
    run: createApiKey,
  }),
  route({
    ...keys,
    method: "DELETE",
    path: "/api/admin/api-keys/{key_id}",
    operationId: "revokeApiKey",
    summary: "Revoke a key: it is refused from the next request on",
    params: schemas.ApiKeyParams,
    response: Type.Object({ message: Type.String() }),
    errors: {
      404: "API key not found",
      409: "The last admin key, unless a token says that the caller is an admin; the key of BOOTSTRAP_ADMIN_KEY",
    },
    run: revokeApiKey,
  }),
];
