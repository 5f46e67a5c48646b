import type { Context } from "../../context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { routeNewLead } from "../assignment/route-new-lead.ts";
import type { LeadRow } from "../lead-row.ts";
import { openStages } from "../lifecycle/stages.ts";
import { recordSignal } from "../temperature/record-signal.ts";
import type { Signal, SignalKind } from "../temperature/signals.ts";
import { joinVisit, visitOf } from "./join-visit.ts";
import { lockPerson } from "./lock-person.ts";
import { type Arrival, type NewLead, receiveLead } from "./receive-lead.ts";
import { isFloodOfSignals, suspicionsOf } from "./suspicions.ts";

/** A visitor as the lead they would be, and what they wrote into the field that people do not see. */
export type VisitorLead = Omit<NewLead, "suspicions"> & { honeypot: unknown };

type Who = Pick<NewLead, "brokerageId" | "email">;

/**
 * The lead of somebody who has shown interest: the latest open one of the brokerage with their email, whatever its case, or
 * a new one, which is routed. One that is found stays in its stage and keeps its follow-up; it is warmed up, was last in contact now,
 * and takes over a phone number that it lacks. What else happened is the caller's to tell on its timeline, in the same
 * transaction, which holds the lead locked.
 */
export async function findOrReceiveLead(
  ctx: Context,
  { honeypot, ...lead }: VisitorLead,
  arrival: Arrival & { signal: SignalKind },
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
    const signal = { kind: arrival.signal, occurredAt: now };
    return {
      lead: await welcomeBack(ctx, await joinVisit(ctx, known, visit), { ...lead, suspicions }, signal),
      isNew: false,
    };
  });
}

async function welcomeBack(ctx: Context, known: LeadRow, lead: NewLead, signal: Signal): Promise<LeadRow> {
  const isFlood = await isFloodOfSignals(ctx.db, known.id, signal);
  await recordSignal(ctx, known, signal);
  const suspicions = [...known.suspicions, ...(lead.suspicions ?? []), ...(isFlood ? ["flood"] : [])];
  return (await ctx.db
    .updateTable("leads")
    .set({
      last_contact: signal.occurredAt,
      phone: known.phone ?? lead.phone,
      suspicions: [...new Set(suspicions)],
      updated_at: signal.occurredAt,
    })
    .where("id", "=", known.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as LeadRow;
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
