import { createHash } from "node:crypto";
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import type { DB, PushSubscriptions } from "../platform/database/types.generated.ts";
import type { Actor } from "../platform/http/permissions.ts";

/** SQL condition: the caller's own subscriptions. */
export function ownedBy({ userId, apiKeyId }: Actor) {
  return (eb: ExpressionBuilder<DB, "push_subscriptions">) =>
    userId === null ? eb("api_key_id", "=", apiKeyId) : eb("user_id", "=", userId);
}

/**
 * Serializes the changes of a caller's subscriptions, so that concurrent ones neither conflict nor exceed the limit.
 */
export async function lockOwnSubscriptions(db: Db, { userId, apiKeyId }: Actor): Promise<void> {
  const owner = `push subscriptions of ${userId === null ? `key ${apiKeyId}` : `user ${userId}`}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${owner}, 0))`.execute(db);
}

type Row = Selectable<PushSubscriptions>;

/**
 * For the audit log. The endpoint and the keys together allow pushing to the browser, so only the service's host is
 * logged.
 */
export function auditView({ endpoint, p256dh, auth, role, brokerage_id, agent_id }: Row) {
  return {
    push_service: new URL(endpoint).host,
    browser: createHash("sha256").update(`${endpoint} ${p256dh} ${auth}`).digest("base64url").slice(0, 12),
    role,
    brokerage_id,
    agent_id,
  };
}
