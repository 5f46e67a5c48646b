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
    summary: "Check credentials, and identify their owner",
    permission: "authenticated",
    response: schemas.VerifyReply,
    run: verifyCredentials,
  }),
  route({
    ...identity,
    method: "GET",
    path: "/api/admin/me",
    operationId: "getCurrentUser",
    summary: "The caller's identity",
    permission: "authenticated",
    response: schemas.MeReply,
    run: getCurrentUser,
  }),
  route({
    ...identity,
    method: "GET",
    path: "/api/admin/admin-test",
    operationId: "checkAdminAccess",
    summary: "Check that the caller is an admin",
    permission: "admin",
    response: schemas.AdminAccess,
    run: checkAdminAccess,
  }),
  route({
    ...identity,
    method: "GET",
    path: "/api/admin/broker-test",
    operationId: "checkBrokerAccess",
    summary: "Check that the caller is a broker or an admin",
    permission: "broker",
    response: schemas.BrokerAccess,
    run: checkBrokerAccess,
  }),
  route({
    ...keys,
    method: "GET",
    path: "/api/admin/api-keys",
    operationId: "listApiKeys",
    summary: "List API keys that are not revoked, newest first",
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
    summary: "Create an API key; only this reply contains its text",
    description: "Admins create any key, brokers create broker and agent keys of their own brokerage.",
    status: 201,
    showsSecret: true,
    body: schemas.NewApiKey,
    response: schemas.CreatedApiKey,
    errors: {
      400: "The agent belongs to another brokerage or is disabled; no brokerage context",
      403: "Admin role required (a broker requested an admin key)",
      404: "Brokerage not found",
    },
    run: createApiKey,
  }),
  route({
    ...keys,
    method: "DELETE",
    path: "/api/admin/api-keys/{key_id}",
    operationId: "revokeApiKey",
    summary: "Revoke an API key, effective from the next request",
    params: schemas.ApiKeyParams,
    response: Type.Object({ message: Type.String() }),
    errors: {
      404: "API key not found",
      409: "The last admin key, unless the caller is an admin with a token; the key of BOOTSTRAP_ADMIN_KEY",
    },
    run: revokeApiKey,
  }),
];
