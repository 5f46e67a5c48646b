import type { Db } from "../../platform/database/database.ts";

/** A person who receives alerts about a brokerage's leads. */
export type BrokerContactCard = {
  id: number;
  brokerage_id: number;
  name: string;
  email: string;
  phone: string | null;
  is_primary: boolean;
};

/**
 * The broker contacts of the given brokerages: the *brokers*; the primary contact is the *owner* (decisions.md: Lead
 * settings).
 */
export async function brokersOf(db: Db, brokerageIds: readonly number[]): Promise<BrokerContactCard[]> {
  if (brokerageIds.length === 0) return [];
  return db
    .selectFrom("broker_contacts")
    .select(["id", "brokerage_id", "name", "email", "phone", "is_primary"])
    .where("brokerage_id", "in", [...new Set(brokerageIds)])
    .orderBy("id")
    .execute();
}

/** The owner's address, for mail to a brokerage that concerns no agent. Null without a primary contact. */
export async function primaryContactEmail(db: Db, brokerageId: number): Promise<string | null> {
  const contact = await db
    .selectFrom("broker_contacts")
    .select("email")
    .where("brokerage_id", "=", brokerageId)
    .where("is_primary", "=", true)
    .executeTakeFirst();
  return contact?.email ?? null;
}
