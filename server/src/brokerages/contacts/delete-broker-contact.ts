import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import { forgetRecord } from "../../record-search/index.ts";
import type { Message } from "../brokerages.schemas.ts";
import type { UsesBrokerages } from "../services.ts";
import { contactNotFound, findVisibleContact } from "./visible-contact.ts";

/**
 * Deletes a contact permanently (SPEC: Broker contacts), also of a disabled brokerage.
 *
 * @throws AppError 404 `Broker contact not found`.
 */
export async function deleteBrokerContact(
  ctx: Context<UsesBrokerages>,
  input: { contact_id: number },
): Promise<Message> {
  return inTransaction(ctx, async (ctx) => {
    const contact = await findVisibleContact(ctx, input.contact_id);
    const { numDeletedRows } = await ctx.db
      .deleteFrom("broker_contacts")
      .where("id", "=", contact.id)
      .executeTakeFirst();
    // A concurrent request has deleted it.
    if (numDeletedRows === 0n) throw contactNotFound();
    await forgetRecord(ctx, { kind: "broker_contact", id: contact.id });
    afterCommit(ctx, () => ctx.brokerages.tenants.forget());
    await recordChange(ctx, {
      action: "delete",
      targetType: "broker_contact",
      targetId: contact.id,
      brokerageId: contact.brokerage_id,
      before: contact,
    });
    return { message: "Broker contact deleted" };
  });
}
