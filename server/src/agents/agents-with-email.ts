import { sql } from "kysely";
import { isAddress } from "../platform/data-subject.ts";
import type { Db } from "../platform/database/database.ts";

/** An agent who may sign in by email. */
export type EmailAgent = { id: number; brokerageId: number; email: string };

/**
 * The agents with an email (case-insensitive) who are not disabled, the oldest first; their rows are locked against changes until the
 * transaction ends. Index agents_email.
 *
 * @param brokerageId null: of all brokerages, disabled ones included.
 */
export async function agentsWithEmail(
  db: Db,
  email: string,
  brokerageId: number | null,
): Promise<EmailAgent[]> {
  return db
    .selectFrom("agents")
    .select(["id", "brokerage_id as brokerageId", "email"])
    .where(isAddress(sql.ref("email"), email))
    .where("disabled_at", "is", null)
    .$if(brokerageId !== null, (query) => query.where("brokerage_id", "=", brokerageId as number))
    .orderBy("id")
    .forShare()
    .execute();
}

/** Whether an agent is not disabled, which stays so until the transaction ends. */
export async function holdAgent(db: Db, agentId: number): Promise<boolean> {
  const agent = await db
    .selectFrom("agents")
    .select("id")
    .where("id", "=", agentId)
    .where("disabled_at", "is", null)
    .forShare()
    .executeTakeFirst();
  return agent !== undefined;
}
