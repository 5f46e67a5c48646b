import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Brokerage } from "../brokerages.schemas.ts";
import { siteFields } from "./public-site.schemas.ts";

type SiteRow = Pick<Brokerage, (typeof siteFields)[number]> & {
  /** Oldest first. */
  domains: string[];
  contact_name: string | null;
  contact_email: string | null;
  /** E.164. */
  contact_phone: string | null;
};

const domains = sql<string[]>`array(
  select domain from brokerage_domains where brokerage_domains.brokerage_id = brokerages.id order by brokerage_domains.id
)`;

/** Index: brokerages_pkey, brokerage_domains_brokerage, broker_contacts_one_primary. Expected: one row. */
export async function siteRow(db: Db, brokerageId: number): Promise<SiteRow> {
  const row = await db
    .selectFrom("brokerages")
    .leftJoin("broker_contacts", (join) =>
      join
        .onRef("broker_contacts.brokerage_id", "=", "brokerages.id")
        .on("broker_contacts.is_primary", "=", true),
    )
    .where("brokerages.id", "=", brokerageId)
    .select(siteFields.map((field) => `brokerages.${field}` as const))
    .select([
      domains.as("domains"),
      "broker_contacts.name as contact_name",
      "broker_contacts.email as contact_email",
      "broker_contacts.phone as contact_phone",
    ])
    .executeTakeFirstOrThrow();
  // The database types do not describe the content of JSON columns.
  return row as unknown as SiteRow;
}
