import type { Platform } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { asDomain } from "../../platform/http/host.ts";
import type { Actor, Role, SignInMethod } from "../../platform/http/permissions.ts";
import { forgeableRequest, type StaffCookie } from "../../platform/http/staff-cookie.ts";
import { admitsAdmins } from "../accounts/sign-in-place.ts";
import type { UsesIdentity } from "../services.ts";
import { endOf, hashOfToken } from "./staff-sessions.ts";

/**
 * The actor of a staff cookie: the person or the key that has signed in. It costs one query, by the index of token_hash and two primary
 * keys, and once a minute a write in the background.
 *
 * @throws AppError 401 for a session that is unknown, over, or of another host; 403 for a write that no page of ours has sent.
 */
export async function authenticateSession(
  services: Platform & UsesIdentity,
  { token, ownOrigin, isForgeable }: StaffCookie,
): Promise<Actor> {
  const host = ownOrigin && asDomain(new URL(ownOrigin).host);
  const row = await findSession(services, token);
  if (!row || row.host !== host || endOf(row) <= services.clock.now() || !isKeyValid(services, row))
    throw sessionOver();
  const { role, brokerage_id: brokerageId, agent_id: agentId } = row;
  // The person's role, or CONSOLE_URL, may have changed meanwhile.
  if (role === "admin" && !admitsAdmins(services.config, row.host)) throw sessionOver();
  if (isForgeable) throw forgeableRequest();
  services.identity.sessionUse.record(row);
  return {
    role: role as Role,
    name: row.key_name ?? row.email,
    email: row.email,
    userId: row.user_id,
    apiKeyId: row.api_key_id,
    brokerageId,
    agentId,
    sessionId: row.id,
    signedInBy: row.method as SignInMethod,
    ...(row.api_key_id !== null && {
      keyLimits: {
        requests_per_minute: row.requests_per_minute,
        requests_per_hour: row.requests_per_hour,
        forwards_visitors: false,
      },
    }),
  };
}

async function findSession({ db }: Platform, token: string) {
  return db
    .selectFrom("staff_sessions")
    .leftJoin("users", "users.id", "staff_sessions.user_id")
    .leftJoin("api_keys", "api_keys.id", "staff_sessions.api_key_id")
    .where("staff_sessions.token_hash", "=", hashOfToken(token))
    .select((eb) => [
      "staff_sessions.id",
      "staff_sessions.host",
      "staff_sessions.method",
      "staff_sessions.email",
      "staff_sessions.user_id",
      "staff_sessions.api_key_id",
      "staff_sessions.last_used_at",
      "staff_sessions.expires_at",
      eb.fn.coalesce("users.role", "api_keys.role").as("role"),
      eb.fn.coalesce("users.brokerage_id", "api_keys.brokerage_id").as("brokerage_id"),
      eb.fn.coalesce("users.agent_id", "api_keys.agent_id").as("agent_id"),
      "api_keys.name as key_name",
      "api_keys.revoked_at as key_revoked_at",
      "api_keys.expires_at as key_expires_at",
      "api_keys.requests_per_minute",
      "api_keys.requests_per_hour",
    ])
    .executeTakeFirst();
}

type KeyTimes = { key_revoked_at: Date | null; key_expires_at: Date | null };

function isKeyValid({ clock }: Platform, { key_revoked_at, key_expires_at }: KeyTimes): boolean {
  return key_revoked_at === null && (key_expires_at === null || key_expires_at > clock.now());
}

export function sessionOver(): AppError {
  return new AppError("unauthenticated", "The session has ended: sign in again");
}
