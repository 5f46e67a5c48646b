import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { toE164 } from "../../platform/phone.ts";

export type LeadWithPhone = { id: number; brokerage_id: number; phone: string | null };

/**
 * The leads of a phone number in any brokerage, in any notation.
 *
 * Index: leads_phone, by the last ten digits; the full number is compared afterwards. Expected: a handful of rows.
 */
export async function leadsByPhone(db: Db, phone: string): Promise<LeadWithPhone[]> {
  const { rows } = await sql<LeadWithPhone>`
    select id, brokerage_id, phone
    from leads
    where right(regexp_replace(phone, '\\D', '', 'g'), 10) = ${phone.replaceAll(/\D/g, "").slice(-10)}
      and phone is not null
    order by id`.execute(db);
  return rows.filter((row) => row.phone !== null && toE164(row.phone) === phone);
}
