import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { hashApiKey } from "../api-keys.ts";
import { type KeyScope, keysIn } from "./valid-keys.ts";

/**
 * Revokes a key with immediate effect.
 *
 * @returns its role.
 * @throws AppError 404 `API key not found`, also for one out of scope and one that is revoked already; 409 for the key
 *   of BOOTSTRAP_ADMIN_KEY, which the next start would make valid again.
 */
export async function revokeKey(ctx: Context, wanted: { id: number; scope: KeyScope }): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const key = await keysIn(ctx.db, wanted.scope)
      .where("id", "=", wanted.id)
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    if (!key) throw new AppError("not_found", "API key not found");
    const given = ctx.config.bootstrapAdminKey;
    if (given !== null && key.key_hash.equals(hashApiKey(given))) {
      throw new AppError("conflict", "This key is BOOTSTRAP_ADMIN_KEY: change it there and start again");
    }
    await ctx.db
      .updateTable("api_keys")
      .set({ revoked_at: ctx.clock.now() })
      .where("id", "=", key.id)
      .execute();
    const { prefix, name, role, brokerage_id, agent_id, expires_at } = key;
    const { requests_per_minute, requests_per_hour, forwards_visitors } = key;
    await recordChange(ctx, {
      action: "delete",
      targetType: "api_key",
      targetId: key.id,
      brokerageId: brokerage_id,
      before: {
        ...{ prefix, name, role, brokerage_id, agent_id, expires_at },
        ...{ requests_per_minute, requests_per_hour, forwards_visitors },
      },
    });
    return role;
  });
}
