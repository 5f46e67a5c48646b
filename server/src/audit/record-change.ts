import type { Context } from "../platform/context.ts";
import { toJsonb } from "../platform/database/to-jsonb.ts";

/** All actions of audit rows. */
export const actions = ["create", "update", "delete", "approve", "reject", "import", "run"] as const;

/**
 * A change of a record by an actor. `before` and `after` are views without secrets; an update keeps only the fields
 * that differ. A deletion that keeps the record has its final state as `after`.
 */
export type Change = {
  action: (typeof actions)[number];
  targetType: string;
  targetId: number | string;
  /** The brokerage whose brokers may read the row; null for admins alone. */
  brokerageId: number | null;
  before?: object | null;
  after?: object | null;
};

/**
 * Writes the audit row of a change; an update that changes nothing has none. Must be called in the transaction of the
 * change.
 */
export async function recordChange(ctx: Context, change: Change): Promise<void> {
  const { actor } = ctx;
  const views = { before: change.before ?? null, after: change.after ?? null };
  const { before, after } = change.action === "delete" ? views : difference(views);
  if (change.action === "update" && after && Object.keys(after).length === 0) return;
  await ctx.db
    .insertInto("audit_log")
    .values({
      brokerage_id: change.brokerageId,
      actor_type: actor === null ? "system" : actor.userId === null ? "api_key" : "user",
      actor_id: actor === null ? null : (actor.userId ?? actor.apiKeyId),
      actor_name: actor?.name ?? "system",
      actor_role: actor?.role ?? null,
      action: change.action,
      target_type: change.targetType,
      target_id: String(change.targetId),
      before: before && toJsonb(before, withoutSecrets),
      after: after && toJsonb(after, withoutSecrets),
      request_id: ctx.requestId,
      created_at: ctx.clock.now(),
    })
    .execute();
}

/** A last guard: views should contain no secrets. */
function withoutSecrets(name: string, value: unknown): unknown {
  const secret = SECRET_FIELD.test(name)
    ? value !== null && typeof value !== "boolean"
    : SECRET_VALUE.test(String(value));
  if (secret) return "[secret]";
  return value;
}

const SECRET_FIELD = /secret|password|token(?!_url)|sealed|_hash$/i;
const SECRET_VALUE = /^lk_[A-Za-z0-9]{40}$/;

type Fields = Record<string, unknown>;

type Views = { before: object | null; after: object | null };

/** Returns the fields that differ. A creation or deletion is returned whole. */
function difference({ before, after }: Views): Views {
  if (before === null || after === null) return { before, after };
  const [old, now] = [before as Fields, after as Fields];
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => name !== "updated_at" && JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  );
  const only = (fields: Fields) => Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]));
  return { before: only(old), after: only(now) };
}
