import type { Db } from "../platform/database/database.ts";

/* Counts as in an admin's lists by default: without disabled brokerages and their records. */

export async function countBrokerages(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("brokerages")
    .where("disabled_at", "is", null)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Domains that resolve to a brokerage. */
export async function countDomains(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("brokerage_domains")
    .innerJoin("brokerages", "brokerages.id", "brokerage_domains.brokerage_id")
    .where("brokerages.disabled_at", "is", null)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function countBrokerContacts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("broker_contacts")
    .innerJoin("brokerages", "brokerages.id", "broker_contacts.brokerage_id")
    .where("brokerages.disabled_at", "is", null)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
