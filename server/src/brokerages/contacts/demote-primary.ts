import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import { contactColumns, toContact } from "./contact-row.ts";

/**
 * Demotes the current primary contact, because a brokerage has one owner. The caller must hold the brokerage's lock.
 */
export async function demotePrimary(ctx: Context, brokerageId: number): Promise<void> {
  const row = await ctx.db
    .updateTable("broker_contacts")
    .set({ is_primary: false, updated_at: ctx.clock.now() })
    .where("brokerage_id", "=", brokerageId)
    .where("is_primary", "=", true)
    .returning(contactColumns)
    .executeTakeFirst();
  if (!row) return;
  const after = toContact(row);
  await recordChange(ctx, {
    action: "update",
    targetType: "broker_contact",
    targetId: after.id,
    brokerageId,
    before: { ...after, is_primary: true },
    after,
  });
}
