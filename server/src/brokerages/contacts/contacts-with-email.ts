import { sql } from "kysely";
import { isAddress } from "../../platform/data-subject.ts";
import type { Db } from "../../platform/database/database.ts";

/** A broker contact who may sign in by email. */
export type EmailContact = { id: number; brokerageId: number; email: string };

/**
 * The contacts with an email (case-insensitive), the oldest first; their rows are locked against changes until the transaction ends.
 * Index broker_contacts_email.
 *
 * @param brokerageId null: of all brokerages, disabled ones included.
 */
export async function contactsWithEmail(
  db: Db,
  email: string,
  brokerageId: number | null,
): Promise<EmailContact[]> {
  return db
    .selectFrom("broker_contacts")
    .select(["id", "brokerage_id as brokerageId", "email"])
    .where(isAddress(sql.ref("email"), email))
    .$if(brokerageId !== null, (query) => query.where("brokerage_id", "=", brokerageId as number))
    .orderBy("id")
    .forShare()
    .execute();
}
