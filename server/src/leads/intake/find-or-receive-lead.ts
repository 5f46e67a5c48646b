import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { routeNewLead } from "../assignment/route-new-lead.ts";
import { recordSignal } from "../engagement/temperature/record-signal.ts";
import type { Signal, SignalKind } from "../engagement/temperature/signals.ts";
import type { LeadRow } from "../lead-row.ts";
import { openStages } from "../lifecycle/stages.ts";
import { joinVisit, rejoinVisit, visitOf } from "./join-visit.ts";
import { lockPerson } from "./lock-person.ts";
import { type Arrival, type NewLead, receiveLead } from "./receive-lead.ts";
import { isFloodOfSignals, type Suspicion, suspicionsOf } from "./suspicions.ts";
import { noteUnverifiedContact } from "./unverified-contacts/note-unverified-contact.ts";

/** A visitor as the lead they would be, and what they wrote into the field that people do not see. */
export type VisitorLead = Omit<NewLead, "suspicions"> & { honeypot: unknown };

type Who = Pick<NewLead, "brokerageId" | "email">;

/**
 * The lead of somebody who has shown interest: the latest open one of the brokerage with their email, whatever its case, or
 * a new one, which is routed. One that is found stays in its stage and keeps its follow-up and its data: another phone, or
 * other preferences, are an unverified contact on its timeline. It is warmed up, and was last in contact now. What else
 * happened is the caller's to tell on its timeline, in the same transaction, which holds the lead locked.
 */
export async function findOrReceiveLead(
  ctx: Context,
  { honeypot, ...lead }: VisitorLead,
  arrival: Arrival & { signal: SignalKind; payload: { intake: string; listing_id?: string } },
): Promise<{ lead: LeadRow; isNew: boolean }> {
  return inTransaction(ctx, async (ctx) => {
    await lockPerson(ctx.db, lead);
    const now = ctx.clock.now();
    const { brokerageId, email, source_address: address = null } = lead;
    const visit = await visitOf(ctx, { brokerageId, email });
    const suspicions = await suspicionsOf(ctx.db, { brokerageId, email, address, honeypot, at: now });
    const known = await lockOpenLead(ctx.db, lead);
    if (!known) {
      const received = await receiveLead(ctx, { ...lead, suspicions }, arrival);
      const { lead: routed } = await routeNewLead(ctx, await joinVisit(ctx, received, visit), visit);
      return { lead: routed, isNew: true };
    }
    await noteUnverifiedContact(ctx, known, {
      intake: arrival.payload.intake,
      name: `${lead.first_name} ${lead.last_name}`.trim(),
      phone: lead.phone,
      preferences: visit.preferences,
    });
    const signal = { kind: arrival.signal, occurredAt: now };
    const joined = await rejoinVisit(ctx, known, visit);
    return { lead: await welcomeBack(ctx, joined, suspicions, signal), isNew: false };
  });
}

async function welcomeBack(
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
    .returningAll()
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

/** Locked as `lockLead` does. A second statement: what the lock has waited for is seen only by those that begin after it. */
async function lockOpenLead(db: Db, { brokerageId, email }: Who): Promise<LeadRow | undefined> {
  const row = await db
    .selectFrom("leads")
    .selectAll()
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
