import { recordChange } from "../../audit/index.ts";
import type { UsesModels } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import type { UsesBrokerages } from "../services.ts";
import { lockBrokerage } from "../visible-brokerage.ts";
import type { BrokerContact, CreateBrokerContactBody } from "./broker-contacts.schemas.ts";
import { contactColumns, editedContact, toContact } from "./contact-row.ts";
import { demotePrimary } from "./demote-primary.ts";
import { indexContact } from "./index-contact.ts";

/**
 * Adds a contact to a brokerage (SPEC: Broker contacts). A new primary contact demotes the previous one.
 *
 * @throws AppError 404 `Brokerage not found`, also for another brokerage and a disabled one.
 */
export async function createBrokerContact(
  ctx: Context<UsesBrokerages & UsesModels>,
  input: CreateBrokerContactBody,
): Promise<BrokerContact> {
  return inTransaction(ctx, async (ctx) => {
    const { id: brokerage_id } = await lockBrokerage(ctx, input.brokerage_id);
    if (input.is_primary) await demotePrimary(ctx, brokerage_id);
    const now = ctx.clock.now();
    const { name, email } = input;
    const row = await ctx.db
      .insertInto("broker_contacts")
      .values({ ...editedContact(input), brokerage_id, name, email, created_at: now, updated_at: now })
      .returning(contactColumns)
      .executeTakeFirstOrThrow();
    const contact = toContact(row);
    await indexContact(ctx, contact);
    afterCommit(ctx, () => ctx.brokerages.tenants.forget());
    await recordChange(ctx, {
      action: "create",
      targetType: "broker_contact",
      targetId: contact.id,
      brokerageId: brokerage_id,
      after: contact,
    });
    return contact;
  });
}
