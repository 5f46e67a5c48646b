import type { ActorContext, Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { revokeKey } from "./revoke-key.ts";
import { keysIn, scopeOf } from "./valid-keys.ts";

/**
 * Revokes a key: it is refused from the next request on, and leaves the list.
 *
 * @throws AppError 404 `API key not found`, also for another brokerage's; 409 for the last admin key, and for the key
 *   of BOOTSTRAP_ADMIN_KEY.
 */
export async function revokeApiKey(
  ctx: ActorContext,
  { key_id }: { key_id: number },
): Promise<{ message: string }> {
  const { actor } = ctx;
  // An admin who signed in with a token keeps access without any key.
  const mayLockOut = actor.role === "admin" && actor.apiKeyId !== null;
  await inTransaction(ctx, async (ctx) => {
    const adminKeys = mayLockOut ? await lockAdminKeys(ctx) : [];
    const role = await revokeKey(ctx, { id: key_id, scope: scopeOf(actor) });
    if (mayLockOut && role === "admin" && !adminKeys.some((id) => id !== key_id)) {
      throw new AppError("conflict", "This is the last admin key: make another one first");
    }
  });
  return { message: "API key revoked" };
}

/** Locks all valid admin keys, in one order: two admins at once must neither revoke each other's key nor deadlock. */
async function lockAdminKeys({ db, clock }: Context): Promise<number[]> {
  const rows = await keysIn(db, null)
    .where("role", "=", "admin")
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", clock.now())]))
    // A key bound to an agent does not count: it stops working when the agent is disabled.
    .where("agent_id", "is", null)
    .select("id")
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
