import { recordChange } from "../../audit/index.ts";
import type { UsesModels } from "../../models/index.ts";
import { changedFields } from "../../platform/changed-fields.ts";
import type { Context } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import type { UsesBrokerages } from "../services.ts";
import type { BrokerContact, UpdateBrokerContactBody } from "./broker-contacts.schemas.ts";
import { contactColumns, editedContact, toContact } from "./contact-row.ts";
import { demotePrimary } from "./demote-primary.ts";
import { indexContact } from "./index-contact.ts";
import { lockContact } from "./visible-contact.ts";

/**
 * Changes the fields in the body (SPEC: Broker contacts). Making a contact primary demotes the previous one.
 *
 * @throws AppError 404 `Broker contact not found`, also for contacts of another or a disabled brokerage.
 */
export async function updateBrokerContact(
  ctx: Context<UsesBrokerages & UsesModels>,
  input: { contact_id: number } & UpdateBrokerContactBody,
): Promise<BrokerContact> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockContact(ctx, input.contact_id);
    const edited = changedFields(before, editedContact(input));
    if (Object.keys(edited).length === 0) return before;
    if (edited.is_primary) await demotePrimary(ctx, before.brokerage_id);

    const row = await ctx.db
      .updateTable("broker_contacts")
      .set({ ...edited, updated_at: ctx.clock.now() })
      .where("id", "=", before.id)
      .returning(contactColumns)
      .executeTakeFirstOrThrow();
    const after = toContact(row);
    await indexContact(ctx, after);
    afterCommit(ctx, () => ctx.brokerages.tenants.forget());
    await recordChange(ctx, {
      action: "update",
      targetType: "broker_contact",
      targetId: after.id,
      brokerageId: after.brokerage_id,
      before,
      after,
    });
    return after;
  });
}
