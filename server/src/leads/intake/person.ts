import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { type DataSubject, isAddress } from "../../platform/data-subject.ts";
import { batched } from "../../platform/database/batched.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Membership } from "../../platform/database/group-commit.ts";
import type { Visit } from "../../visitors/index.ts";
import type { LeadRow } from "../lead-row.ts";

/**
 * Serializes the requests of one email, so that the second finds what the first created. A transaction-level advisory lock:
 * before the first lead there is no row to lock, and locking the brokerage would block all its visitors. It cannot deadlock:
 * it is the first lock of a transaction, each takes one (a group those of all its forms at once, `lockForIntake`), and a transaction
 * with a locked lead never takes it. Two emails with the same hash share a lock. Only statements that start after it see what it waited for.
 */
export const lockPerson: (ctx: { db: Db }, person: DataSubject) => Promise<void> = batched(lockPersons);

/** Locks are taken in one order, so that two transactions with several persons never wait for each other. */
async function lockPersons({ db }: { db: Db }, persons: DataSubject[]): Promise<undefined[]> {
  await sql`
    select pg_advisory_xact_lock(key)
    from (
      select distinct hashtextextended(lower(email), brokerage_id) as key
      from unnest(
        ${persons.map(({ email }) => email)}::text[],
        ${persons.map(({ brokerageId }) => brokerageId)}::integer[]
      ) as person (email, brokerage_id)
      order by key
    ) as persons`.execute(db);
  return persons.map(() => undefined);
}

/** Forms of one brokerage wait for its routing lock: together, unless they are of one person or session. */
export function formGroup({ sessionId }: Context, { brokerageId, email }: DataSubject): Membership {
  const session = sessionId === null ? [] : [`session ${sessionId}`];
  return {
    group: `routing ${brokerageId}`,
    keys: [`person ${email.toLowerCase()}`, ...session],
    busyMessage: "Too many forms at the moment",
  };
}

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

type Lead = Pick<LeadRow, "id" | "email">;

/** Whether a visit belongs to the lead's person: it created the lead, or a magic link verified the email. */
export function isOwnVisit(lead: Lead, visit: Visit): boolean {
  return visit.owner.leadId === lead.id || isVerifiedVisit(lead, visit);
}

/** Whether a magic link verified the visit with the lead's email. */
export function isVerifiedVisit({ email }: Lead, { owner: { clientEmail } }: Visit): boolean {
  return clientEmail !== null && clientEmail.toLowerCase() === email.toLowerCase();
}
