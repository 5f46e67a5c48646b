import { findAgentAccount } from "../../agents/index.ts";
import { brokerageSummaries } from "../../brokerages/index.ts";
import type { Platform } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { Actor, Role } from "../../platform/http/permissions.ts";
import type { Claims } from "./read-claims.ts";
import { findUser, type StoredUser, upsertUser } from "./users.ts";

/** `last_seen_at` of an active person is updated this often. */
const LAST_SEEN_PRECISION_MS = 5 * 60_000;

/**
 * The person of a token, with the role that the provider grants them now. A token without a role is valid, but no
 * route accepts it.
 *
 * @throws AppError 403 for a token without a role, and for an agent whose account is disabled.
 */
export async function identifyPerson(services: Platform, claims: Claims, rolesClaim: string): Promise<Actor> {
  const { issuer, subject, email, role } = claims;
  if (role === null) {
    throw new AppError(
      "forbidden",
      `No role: the token's ${rolesClaim} must hold admin, broker, brokerage_owner or agent`,
    );
  }
  const seen = await findUser(services.db, { issuer, subject });
  const brokerageId = await existingBrokerage(services, claims.brokerageId, seen);
  const agentId = await agentOf(services, claims, role, brokerageId);
  const now = { email, role, brokerageId, agentId };
  const userId =
    seen && !hasChanged(seen, now) && !lastSeenIsStale(services, seen)
      ? seen.id
      : await upsertUser(services, { issuer, subject, ...now });
  const name = email ?? subject;
  return { role, name, email: name, userId, apiKeyId: null, brokerageId, agentId };
}

/** Null for a brokerage that does not exist: records that the person creates must not refer to it. */
async function existingBrokerage(
  { db }: Platform,
  named: number | null,
  seen: StoredUser | null,
): Promise<number | null> {
  // A stored brokerage exists: the column is a foreign key.
  if (named === null || named === seen?.brokerageId) return named;
  return (await brokerageSummaries(db, [named])).has(named) ? named : null;
}

/**
 * The agent with the token's agent id, else (role `agent` only) with its verified email; only within the token's
 * brokerage.
 */
async function agentOf(
  { db }: Platform,
  claims: Claims,
  role: Role,
  brokerageId: number | null,
): Promise<number | null> {
  const { agentId, email, emailIsVerified } = claims;
  if (brokerageId === null) return null;
  const mayMatchEmail = role === "agent" && email !== null && emailIsVerified;
  const by = agentId !== null ? { id: agentId } : mayMatchEmail ? { brokerageId, email } : null;
  const account = by && (await findAgentAccount(db, by));
  if (account?.brokerageId !== brokerageId) return null;
  if (account.disabledAt === null) return account.id;
  if (role === "agent") throw new AppError("forbidden", "This agent account is disabled");
  return null;
}

function hasChanged(seen: StoredUser, now: Omit<StoredUser, "id" | "lastSeenAt">): boolean {
  return (
    seen.email !== now.email ||
    seen.role !== now.role ||
    seen.brokerageId !== now.brokerageId ||
    seen.agentId !== now.agentId
  );
}

function lastSeenIsStale({ clock }: Platform, { lastSeenAt }: StoredUser): boolean {
  return clock.now().getTime() - lastSeenAt.getTime() > LAST_SEEN_PRECISION_MS;
}
