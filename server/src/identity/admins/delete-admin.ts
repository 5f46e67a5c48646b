import { sql } from "kysely";
import { recordChange } from "../../audit/index.ts";
import type { ActorContext, Context } from "../../platform/context.ts";
import { isAddress } from "../../platform/data-subject.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Message } from "../sign-in.schemas.ts";

/**
 * Removes an admin who signs in by email: their sessions and passkeys end with the row, and unused invitations of the address with it.
 *
 * @throws AppError 404 `Admin not found`; 409 for the last one, since the first admin key would open sessions again.
 */
export async function deleteAdmin(ctx: ActorContext, { admin_id }: { admin_id: number }): Promise<Message> {
  await inTransaction(ctx, async (ctx) => {
    // Before the admins are locked, as the use of a link does.
    await dropInvitations(ctx, admin_id);
    // All of them, in one order: two admins at once must not remove each other.
    const admins = await ctx.db
      .selectFrom("admins")
      .select(["id", "email"])
      .orderBy("id")
      .forUpdate()
      .execute();
    const admin = admins.find(({ id }) => id === admin_id);
    if (!admin) throw new AppError("not_found", "Admin not found");
    if (admins.length === 1) {
      throw new AppError(
        "conflict",
        "This is the last admin who signs in by email: invite another one first",
      );
    }
    await ctx.db.deleteFrom("admins").where("id", "=", admin_id).execute();
    await recordChange(ctx, {
      action: "delete",
      targetType: "admin",
      targetId: admin_id,
      brokerageId: null,
      before: { email: admin.email },
    });
  });
  return { message: "Admin removed" };
}

/** An invitation that is used after the removal would make them an admin again. Index sign_in_links_email. */
async function dropInvitations({ db }: Context, adminId: number): Promise<void> {
  const admin = await db.selectFrom("admins").select("email").where("id", "=", adminId).executeTakeFirst();
  if (!admin) return;
  await db
    .deleteFrom("sign_in_links")
    .where(isAddress(sql.ref("email"), admin.email))
    .where("grants_admin", "=", true)
    .where("used_at", "is", null)
    .execute();
}
