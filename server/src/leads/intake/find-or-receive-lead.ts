import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import type { UsesVisitors } from "../../visitors/index.ts";
import { chooseFirstAgent } from "../assignment/route-new-lead.ts";
import { recordSignal } from "../engagement/temperature/record-signal.ts";
import type { Signal, SignalKind } from "../engagement/temperature/score.ts";
import { type LeadRow, leadRowColumns } from "../lead-row.ts";
import { openStages } from "../lifecycle/stages.ts";
import { attachVisitToKnownLead } from "./attach-visit.ts";
import { lockForIntake } from "./lock-for-intake.ts";
import { type Arrival, intakeFacts, type NewLead, receiveVisitorLead } from "./receive-lead.ts";
import { isFloodOfSignals, type Suspicion, suspicionsOf } from "./suspicions.ts";
import { recordUnverifiedContact } from "./unverified-contacts/record-unverified-contact.ts";

/** A visitor's form as a new lead, with the content of the hidden field. */
export type VisitorLead = Omit<NewLead, "suspicions"> & { honeypot: unknown };

type PersonKey = Pick<NewLead, "brokerageId" | "email">;

/**
 * Finds the visitor's latest open lead in the brokerage by email (case-insensitive), or creates a new one and routes it. A
 * found lead keeps its stage, follow-up and data: another phone or other preferences become an unverified contact on its
 * timeline. It gets the signal, and its last contact is now. The caller records further timeline rows in the same
 * transaction, which holds the lead locked.
 */
export async function findOrReceiveLead(
  ctx: Context<UsesVisitors>,
  { honeypot, ...lead }: VisitorLead,
  arrival: Arrival & { signal: SignalKind; payload: { intake: string; listing_id?: string } },
): Promise<{ lead: LeadRow; isNew: boolean }> {
  return inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now();
    const { brokerageId, email } = lead;
    const [locks, facts] = await Promise.all([
      lockForIntake(ctx, { brokerageId, email }),
      intakeFacts(ctx, lead),
    ]);
    const { visit } = locks;
    const suspicions = suspicionsOf(honeypot, facts.history);
    const known = await lockOpenLead(ctx.db, lead);
    if (!known) {
      const received = await receiveVisitorLead(ctx, { ...lead, suspicions }, arrival, {
        ...locks,
        facts,
        chooseAgent: (settings) => chooseFirstAgent(ctx, brokerageId, visit, settings),
      });
      return { lead: received.lead, isNew: true };
    }
    await recordUnverifiedContact(ctx, known, {
      intake: arrival.payload.intake,
      name: `${lead.first_name} ${lead.last_name}`.trim(),
      phone: lead.phone,
      preferences: visit.preferences,
    });
    const signal = { kind: arrival.signal, occurredAt: now };
    const joined = await attachVisitToKnownLead(ctx, known, visit);
    return { lead: await updateReturningLead(ctx, joined, suspicions, signal), isNew: false };
  });
}

async function updateReturningLead(
  ctx: Context,
  known: LeadRow,
  found: readonly Suspicion[],
  signal: Signal,
): Promise<LeadRow> {
  const isFlood = await isFloodOfSignals(ctx.db, known.id, signal);
  await recordSignal(ctx, known, signal);
  const suspicions = [...new Set([...known.suspicions, ...found, ...(isFlood ? ["flood"] : [])])];
  const lead = (await ctx.db
    .updateTable("leads")
    .set({ last_contact: signal.occurredAt, suspicions, updated_at: signal.occurredAt })
    .where("id", "=", known.id)
    .returning(leadRowColumns)
    .executeTakeFirstOrThrow()) as LeadRow;
  await recordChange(ctx, {
    action: "update",
    targetType: "lead",
    targetId: lead.id,
    brokerageId: lead.brokerage_id,
    before: { suspicions: known.suspicions },
    after: { suspicions: lead.suspicions },
  });
  return lead;
}

/** Locks like `lockLead`. A statement after the person lock: an earlier snapshot would miss what the lock waited for. */
export async function lockOpenLead(db: Db, { brokerageId, email }: PersonKey): Promise<LeadRow | undefined> {
  const row = await db
    .selectFrom("leads")
    .select(leadRowColumns)
    .where("brokerage_id", "=", brokerageId)
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", eb.fn("lower", [eb.val(email)])))
    .where("stage", "in", openStages)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row as LeadRow | undefined;
}
