import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { type DataSubject, isAddress } from "../../../platform/data-subject.ts";
import type { Visit } from "../../../visitors/index.ts";
import type { LeadRow } from "../../lead-row.ts";
import { isOwnVisit, isVerifiedVisit } from "../person.ts";
import { senderKey } from "../suspicions.ts";

const DAY_MS = 86_400_000;
/** Replies per lead and day, less up to five: see `sharedReply`. */
const MAX_PER_DAY = 20;

/** A reply that a sender got for a lead. */
export type Reply = { id: number; replied_lead_id: number; agent_id: number | null };
/** The columns of a lead that identify its sender. */
export type SentLead = Pick<LeadRow, "id" | "email" | "source_address">;
/** A sender's relation to a lead: recognized as its person, answered with a reply before, or unknown. */
export type SenderMatch = { kind: "recognized" } | { kind: "answered"; reply: Reply } | { kind: "unknown" };

/** Matches by verified email, then by session, then by address, because people share addresses. */
export async function matchSender(ctx: Context, lead: SentLead, visit: Visit): Promise<SenderMatch> {
  if (isVerifiedVisit(lead, visit)) return { kind: "recognized" };
  const sender = senderKey(ctx.address);
  const replies = await ctx.db
    .selectFrom("registration_replies")
    .select(["id", "replied_lead_id", "agent_id", "sender", "session_id"])
    .where("lead_id", "=", lead.id)
    .where((eb) => eb.or([eb("sender", "=", sender), eb("session_id", "=", visit.sessionId)]))
    .orderBy("id")
    .limit(100)
    .execute();
  // A session that created another lead since belongs to that one.
  const sessionId = [null, lead.id].includes(visit.owner.leadId) ? visit.sessionId : null;
  const ofSession = replies.find((each) => sessionId !== null && each.session_id === sessionId);
  if (ofSession) return { kind: "answered", reply: ofSession };
  if (isOwnVisit(lead, visit)) return { kind: "recognized" };
  const ofAddress = replies.find((each) => sender !== null && each.sender === sender);
  if (ofAddress) return { kind: "answered", reply: ofAddress };
  return sender !== null && sender === lead.source_address ? { kind: "recognized" } : { kind: "unknown" };
}

/** Stores the reply that the sender of this visit gets. The person must be locked (`lockPerson`). */
export async function storeReply(
  ctx: Context,
  lead: { id: number },
  visit: Visit,
  reply: { leadId: number; agentId: number | null },
): Promise<void> {
  await ctx.db
    .insertInto("registration_replies")
    .values({
      lead_id: lead.id,
      sender: senderKey(ctx.address),
      session_id: visit.sessionId,
      replied_lead_id: reply.leadId,
      agent_id: reply.agentId,
      created_at: ctx.clock.now(),
    })
    .execute();
}

export async function changeReplyAgent({ db }: Context, { id }: Reply, agentId: number): Promise<void> {
  await db.updateTable("registration_replies").set({ agent_id: agentId }).where("id", "=", id).execute();
}

/**
 * The earlier reply that a further sender shares when the lead has reached its replies per day; null below that limit. A keyed
 * hash chooses it, so that the same sender gets the same reply. The limit varies by lead with the same hash, so that counting
 * replies does not reveal whether the first sender had created the lead.
 */
export async function sharedReply(ctx: Context, lead: { id: number }): Promise<Reply | null> {
  const replies = await ctx.db
    .selectFrom("registration_replies")
    .select(["id", "replied_lead_id", "agent_id"])
    .where("lead_id", "=", lead.id)
    .where("created_at", ">", new Date(ctx.clock.now().getTime() - DAY_MS))
    .orderBy("id")
    .limit(MAX_PER_DAY)
    .execute();
  if (replies.length < MAX_PER_DAY - (keyedNumber(ctx, `places ${lead.id}`) % 6)) return null;
  const at = keyedNumber(ctx, `sender ${lead.id} ${senderKey(ctx.address)}`) % replies.length;
  return replies[at] as Reply;
}

function keyedNumber({ secrets }: Context, text: string): number {
  const digest = createHmac("sha256", secrets.encryptionKey).update(`registration reply ${text}`).digest();
  return digest.readUInt32BE();
}

/**
 * Whether a session has registered with the name and email of a known lead of another email. Such a session is attached to no
 * other person, just as if it had created that lead.
 */
export async function hasReplyForOtherPerson(
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

/** An id for a reply without a lead, from the sequence of leads, so that it stays unique. */
export async function nextLeadId({ db }: Context): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('leads', 'id'))::integer as id`.execute(db);
  return (rows[0] as { id: number }).id;
}
