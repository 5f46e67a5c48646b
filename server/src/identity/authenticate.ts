import type { IncomingHttpHeaders } from "node:http";
import type { Services } from "../context.ts";
import { AppError } from "../platform/errors.ts";
import type { Actor, Role } from "../platform/http/permissions.ts";
import { hashApiKey } from "./api-keys.ts";

/**
 * Who sends these headers; null without credentials (SPEC: Authentication).
 *
 * @throws AppError 401 `Invalid API key` for a key that is unknown, revoked or expired.
 */
export async function authenticate(services: Services, headers: IncomingHttpHeaders): Promise<Actor | null> {
  const key = headers["x-api-key"];
  if (typeof key !== "string") return null;
  // Looked up by its hash: comparing in the database tells a timer nothing about the key.
  const row = await services.db
    .selectFrom("api_keys")
    .select(["id", "name", "role", "brokerage_id", "agent_id"])
    .where("key_hash", "=", hashApiKey(key))
    .where("revoked_at", "is", null)
    .where((where) =>
      where.or([where("expires_at", "is", null), where("expires_at", ">", services.clock.now())]),
    )
    .executeTakeFirst();
  if (!row) throw new AppError("unauthenticated", "Invalid API key");
  return {
    role: row.role as Role,
    name: row.name,
    email: row.name,
    userId: null,
    apiKeyId: row.id,
    brokerageId: row.brokerage_id,
    agentId: row.agent_id,
  };
}
