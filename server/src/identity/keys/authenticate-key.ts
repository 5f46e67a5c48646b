import { findAgentAccount } from "../../agents/index.ts";
import type { Platform } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { Actor, Role } from "../../platform/http/permissions.ts";
import { hashApiKey } from "../api-keys.ts";
import type { UsesIdentity } from "../services.ts";

/**
 * The actor of a key (SPEC: Authentication).
 *
 * @throws AppError 401 `Invalid API key` for a key that is unknown, revoked, expired or bound to a disabled agent.
 */
export async function authenticateKey(services: Platform & UsesIdentity, key: string): Promise<Actor> {
  return actorOfKey(services, { hash: hashApiKey(key) });
}

/** The same for a key that is known by its id. */
export async function actorOfKey(
  services: Platform & UsesIdentity,
  by: { hash: Buffer } | { id: number },
): Promise<Actor> {
  const keys = services.db.selectFrom("api_keys");
  // Looked up by hash: the time of the comparison in the database reveals nothing about a key.
  const row = await ("hash" in by ? keys.where("key_hash", "=", by.hash) : keys.where("id", "=", by.id))
    .select([
      "id",
      "name",
      "role",
      "brokerage_id",
      "agent_id",
      "last_used_at",
      "requests_per_minute",
      "requests_per_hour",
      "forwards_visitors",
    ])
    .where("revoked_at", "is", null)
    .where((where) =>
      where.or([where("expires_at", "is", null), where("expires_at", ">", services.clock.now())]),
    )
    .executeTakeFirst();
  if (!row) throw invalidKey();
  const agent = row.agent_id === null ? null : await findAgentAccount(services.db, { id: row.agent_id });
  if (agent && agent.disabledAt !== null) throw invalidKey();
  services.identity.keyUse.record(row);
  return {
    role: row.role as Role,
    name: row.name,
    email: agent?.email ?? row.name,
    userId: null,
    apiKeyId: row.id,
    brokerageId: row.brokerage_id,
    agentId: row.agent_id,
    keyLimits: row,
  };
}

function invalidKey(): AppError {
  return new AppError("unauthenticated", "Invalid API key");
}
