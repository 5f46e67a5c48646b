import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { type DataSubject, isAddress } from "../../../platform/data-subject.ts";
import type { Visit } from "../../../visitors/index.ts";
import type { LeadRow } from "../../lead-row.ts";
import { senderOf } from "../suspicions.ts";
import { isOwnVisit, isVerifiedVisit } from "../unverified-contacts/recognize-visitor.ts";

const DAY_MS = 86_400_000;
/** Of one lead in a day, less up to five: see `hasPlace`. */
const MOST_A_DAY = 20;

/** What a sender was told of a lead. */
export type Reply = { id: number; told_lead_id: number; agent_id: number | null };
/** The columns of a lead by which its sender is found again. */
export type SentLead = Pick<LeadRow, "id" | "email" | "source_address">;
/** How a sender stands to a lead: recognized as its person, told something of their own before, or unknown. */
export type Standing = { is: "recognized" } | { is: "answered"; reply: Reply } | { is: "unknown" };

/** A reply is found by the session before the address, for people share addresses. A verified email outweighs both. */
export async function standingOf(ctx: Context, lead: SentLead, visit: Visit): Promise<Standing> {
  if (isVerifiedVisit(lead, visit)) return { is: "recognized" };
  const sender = senderOf(ctx.address);
  const replies = await ctx.db
    .selectFrom("registration_replies")
    .select(["id", "told_lead_id", "agent_id", "sender", "session_id"])
    .where("lead_id", "=", lead.id)
    .where((eb) => eb.or([eb("sender", "=", sender), eb("session_id", "=", visit.sessionId)]))
    .orderBy("id")
    .limit(100)
    .execute();
  // A session that has made another lead since is that one's.
  const sessionId = [null, lead.id].includes(visit.owner.leadId) ? visit.sessionId : null;
  const ofSession = replies.find((each) => sessionId !== null && each.session_id === sessionId);
  if (ofSession) return { is: "answered", reply: ofSession };
  if (isOwnVisit(lead, visit)) return { is: "recognized" };
  const ofAddress = replies.find((each) => sender !== null && each.sender === sender);
  if (ofAddress) return { is: "answered", reply: ofAddress };
  return sender !== null && sender === lead.source_address ? { is: "recognized" } : { is: "unknown" };
}

/** Keeps what the sender of this visit is told of a lead. The person must be held (`lockPerson`). */
export async function keepReply(
  ctx: Context,
  lead: { id: number },
  visit: Visit,
  told: { leadId: number; agentId: number | null },
): Promise<void> {
  await ctx.db
    .insertInto("registration_replies")
    .values({
      lead_id: lead.id,
      sender: senderOf(ctx.address),
      session_id: visit.sessionId,
      told_lead_id: told.leadId,
      agent_id: told.agentId,
      created_at: ctx.clock.now(),
    })
    .execute();
}

export async function changeAgent({ db }: Context, { id }: Reply, agentId: number): Promise<void> {
  await db.updateTable("registration_replies").set({ agent_id: agentId }).where("id", "=", id).execute();
}

/**
 * The reply that one more sender shares with an earlier one, when a lead has had its replies of the day; null while there is
 * a place. Whose it is follows from a keyed hash, so that the same sender gets the same one. The number of places differs from
 * lead to lead in the same way, so that counting them does not show whether the first of several senders had made the lead.
 */
export async function sharedReply(ctx: Context, lead: { id: number }): Promise<Reply | null> {
  const replies = await ctx.db
    .selectFrom("registration_replies")
    .select(["id", "told_lead_id", "agent_id"])
    .where("lead_id", "=", lead.id)
    .where("created_at", ">", new Date(ctx.clock.now().getTime() - DAY_MS))
    .orderBy("id")
    .limit(MOST_A_DAY)
    .execute();
  if (replies.length < MOST_A_DAY - (keyedNumber(ctx, `places ${lead.id}`) % 6)) return null;
  const at = keyedNumber(ctx, `sender ${lead.id} ${senderOf(ctx.address)}`) % replies.length;
  return replies[at] as Reply;
}

function keyedNumber({ secrets }: Context, text: string): number {
  const digest = createHmac("sha256", secrets.encryptionKey).update(`registration reply ${text}`).digest();
  return digest.readUInt32BE();
}

/**
 * Whether a session has registered in the name of a known person whose email is another. Such a session joins nobody else, as
 * it would not if it had made that person's lead.
 */
export async function isAnsweredForAnother(
  { db }: Context,
  sessionId: string,
  { brokerageId, email }: DataSubject,
): Promise<boolean> {
  const row = await db
    .selectFrom("registration_replies")
    .innerJoin("leads", "leads.id", "registration_replies.lead_id")
    .select("registration_replies.id")
    .where("session_id", "=", sessionId)
    .where("leads.brokerage_id", "=", brokerageId)
    .where((eb) => eb.not(isAddress(sql.ref("leads.email"), email)))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** An id for a reply without a lead: taken from the leads' sequence, so that it is no other lead's. */
export async function nextLeadId({ db }: Context): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('leads', 'id'))::integer as id`.execute(db);
  return (rows[0] as { id: number }).id;
}
