import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { type Actor, visibleBrokerage } from "../../platform/http/permissions.ts";

/** The brokerage whose keys are meant; null: all keys. */
export type KeyScope = { brokerageId: number } | null;

/** Brokers manage their brokerage's keys, except admin keys bound to it. */
export function scopeOf(actor: Actor): KeyScope {
  const brokerageId = visibleBrokerage(actor);
  return brokerageId === null ? null : { brokerageId };
}

/** The keys that are not revoked. Expired keys are included, so that a list shows why a key stopped working. */
export function keysIn(db: Db, scope: KeyScope) {
  const keys = db.selectFrom("api_keys").where("revoked_at", "is", null);
  return scope === null
    ? keys
    : keys.where("brokerage_id", "=", scope.brokerageId).where("role", "!=", "admin");
}

/** The listable fields of keys, newest first. */
export function listKeys({ db }: Context, scope: KeyScope) {
  return keysIn(db, scope)
    .select([
      "id",
      "prefix",
      "name",
      "role",
      "brokerage_id",
      "agent_id",
      "requests_per_minute",
      "requests_per_hour",
      "forwards_visitors",
      "expires_at",
      "last_used_at",
      "created_at",
    ])
    .orderBy("id", "desc");
}

/** Those of the given keys that are neither revoked nor expired. */
export async function validKeyIds(db: Db, keyIds: readonly number[], now: Date): Promise<Set<number>> {
  if (keyIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("api_keys")
    .select("id")
    .where("id", "in", keyIds)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The number of keys that are not revoked, as in an admin's list. */
export async function countApiKeys(db: Db): Promise<number> {
  const { count } = await keysIn(db, null)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
