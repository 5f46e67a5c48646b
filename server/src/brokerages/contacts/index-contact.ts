import type { UsesModels } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import { type IndexedRecord, indexRecord, type RecordSource } from "../../record-search/index.ts";
import type { BrokerContact } from "./broker-contacts.schemas.ts";
import { contactColumns, toContact } from "./contact-row.ts";

/** Stores the contact's name, email, telephone number and licence in the search index. */
export async function indexContact(ctx: Context<UsesModels>, contact: BrokerContact): Promise<void> {
  await indexRecord(ctx, searchable(contact));
}

/** The same for every contact of a brokerage. */
export async function indexContactsOf(ctx: Context<UsesModels>, brokerageId: number): Promise<void> {
  const rows = await ctx.db
    .selectFrom("broker_contacts")
    .select(contactColumns)
    .where("brokerage_id", "=", brokerageId)
    .execute();
  for (const row of rows) await indexContact(ctx, toContact(row));
}

/** All contacts in the search index. */
export const brokerContactSource: RecordSource = {
  kind: "broker_contact",
  async after(ctx, id, limit) {
    const rows = await ctx.db
      .selectFrom("broker_contacts")
      .innerJoin("brokerages", "brokerages.id", "broker_contacts.brokerage_id")
      .select(contactColumns)
      .where("broker_contacts.id", ">", id)
      .where("brokerages.disabled_at", "is", null)
      .orderBy("broker_contacts.id")
      .limit(limit)
      .execute();
    return rows.map((row) => searchable(toContact(row)));
  },
};

function searchable(contact: BrokerContact): IndexedRecord {
  const words = [
    contact.name,
    contact.email,
    contact.phone,
    contact.phone_display,
    contact.license_type,
    contact.license_number,
  ];
  return {
    kind: "broker_contact",
    id: contact.id,
    brokerageId: contact.brokerage_id,
    text: words.filter(Boolean).join("\n"),
  };
}
