import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { isAddress } from "../../platform/data-subject.ts";

/** Whether the lead has that email. */
export async function leadHasEmail({ db }: Context, leadId: number, email: string): Promise<boolean> {
  const lead = await db
    .selectFrom("leads")
    .select("id")
    .where("id", "=", leadId)
    .where(isAddress(sql.ref("email"), email))
    .executeTakeFirst();
  return lead !== undefined;
}
