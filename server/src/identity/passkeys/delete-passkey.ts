import { recordChange } from "../../audit/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Message } from "../sign-in.schemas.ts";

/**
 * Removes one of the caller's passkeys: it signs in no more. Sessions go on.
 *
 * @throws AppError 404 `Passkey not found`, also for another person's.
 */
export async function deletePasskey(
  ctx: ActorContext,
  { passkey_id }: { passkey_id: number },
): Promise<Message> {
  await inTransaction(ctx, async (ctx) => {
    const passkey = await ctx.db
      .deleteFrom("passkeys")
      .where("id", "=", passkey_id)
      .where("user_id", "=", ctx.actor.userId)
      .returning(["name", "rp_id as host"])
      .executeTakeFirst();
    if (!passkey) throw new AppError("not_found", "Passkey not found");
    await recordChange(ctx, {
      action: "delete",
      targetType: "passkey",
      targetId: passkey_id,
      brokerageId: ctx.actor.brokerageId,
      before: passkey,
    });
  });
  return { message: "Passkey removed" };
}
