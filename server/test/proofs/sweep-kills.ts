import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { DatabaseHandle } from "../../src/platform/database/database.ts";
import { openBrokerage, post, type ServerProcess } from "./server-process.ts";
import { adminHeaders, adminKey, ask, expectArrived, WORKERS, type Workers, withWorkers } from "./workers.ts";

export const SWEEP = "/api/v1/admin/leads/lifecycle/sweep";
const LEADS_A_ROUND = 15;
/** Response breach and reminder to the agent; alert and final escalation to two brokers. */
export const MAILS_A_LEAD = 6;

/**
 * Two servers on one PostgreSQL, each sweeping and sending, and a real mail server. In each round leads become due, and one
 * of the servers is killed with SIGKILL at a random time and restarted. At the end each alert of each lead is in the
 * ledger once, was sent, and has arrived. A mail that arrived twice, because its process died before the outcome was stored, has the
 * same Message-ID; there is at most one per connection and kill.
 */
export async function proveSweepKills(kills: number): Promise<string> {
  return withWorkers(async (workers) => {
    const began = performance.now();
    workers.mail.delayMs = 3;
    const brokerage = await openSweptBrokerage(workers.anyone());
    for (let round = 0; round < kills; round++) {
      await leadsFallDue(workers.database, brokerage, LEADS_A_ROUND);
      await workers.killOneDuring(SWEEP, 400);
    }
    const leads = kills * LEADS_A_ROUND;
    await allSent(workers, brokerage, leads * MAILS_A_LEAD);
    await expectEachOnce(workers.database, brokerage, leads);
    const { repeated } = await expectArrived(workers, kills);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    return (
      `${kills} kills of ${WORKERS} servers while ${leads} leads fell due, ${seconds} s: ` +
      `${leads * MAILS_A_LEAD} mails, each in the ledger once, none missing, none twice by Message-ID; ` +
      `${repeated} raw repeats`
    );
  });
}

export type SweptBrokerage = { brokerageId: number; agentId: number };

export async function openSweptBrokerage(server: ServerProcess): Promise<SweptBrokerage> {
  const headers = adminHeaders;
  const brokerageId = await openBrokerage(server, "sweep-proof.test", adminKey);
  const own = { brokerage_id: brokerageId };
  for (const name of ["Olga", "Boris"]) {
    const body = { ...own, name, email: `${name}@brokers.test` };
    await post(server, "/api/admin/broker-contacts", "id", { headers, body });
  }
  const body = { ...own, name: "Ann", slug: "ann-of-the-proof", email: "ann@agents.test" };
  return { brokerageId, agentId: await post(server, "/api/admin/agents", "id", { headers, body }) };
}

/** Leads that have waited for two days without a sweep, of different visitors, because alerts about one visitor are capped. */
export async function leadsFallDue(
  { db }: DatabaseHandle,
  { brokerageId, agentId }: SweptBrokerage,
  leads: number,
): Promise<void> {
  await sql`
    with arrived as (
      insert into leads (brokerage_id, source, first_name, last_name, email, subject, message, assigned_agent_id,
        pipeline_type, stage, stage_entered_at, status, response_target_seconds, response_due_at, last_contact,
        created_at, updated_at)
      select ${brokerageId}, 'contact_form', 'Ada', 'Lovelace', gen_random_uuid() || '@visitors.test', '', '', ${agentId}, 'buyer', 'NEW',
        at, 'new', 300, at + interval '5 minutes', at, at, at
      from generate_series(1, ${leads}), lateral (select now() - interval '2 days') moments (at)
      returning id, created_at
    )
    insert into lead_events (lead_id, event_type, to_stage, occurred_at, actor_type, actor_name, created_at)
    select id, 'contact_form_submission', 'NEW', created_at, 'visitor', 'website visitor', created_at
    from arrived`.execute(db);
}

/** Claims of a killed process expire after four minutes; the job of the next minute continues. */
export async function allSent(
  { database, anyone }: Workers,
  { brokerageId }: SweptBrokerage,
  mails: number,
): Promise<void> {
  const end = performance.now() + 8 * 60_000;
  await ask(anyone(), SWEEP);
  for (;;) {
    const { sent } = await database.db
      .selectFrom("messages")
      .select(({ fn }) => fn.countAll<number>().as("sent"))
      .where("state", "=", "sent")
      .where("brokerage_id", "=", brokerageId)
      .executeTakeFirstOrThrow();
    if (Number(sent) >= mails) return;
    if (performance.now() > end) throw new Error(`${sent} of ${mails} mails were sent`);
    await delay(500);
  }
}

export async function expectEachOnce(
  { db }: DatabaseHandle,
  { brokerageId }: SweptBrokerage,
  leads: number,
): Promise<void> {
  const rows = await db
    .selectFrom("messages")
    .select(["lead_id", "kind", "recipient", "state"])
    .where("brokerage_id", "=", brokerageId)
    .orderBy("lead_id")
    .execute();
  const wanted = [
    "agent_reminder to ann@agents.test",
    "broker_alert to Boris@brokers.test",
    "broker_alert to Olga@brokers.test",
    "final_escalation to Boris@brokers.test",
    "final_escalation to Olga@brokers.test",
    "response_breach to ann@agents.test",
  ].join(", ");
  const byLead = Map.groupBy(rows, ({ lead_id }) => lead_id);
  if (byLead.size !== leads) throw new Error(`${byLead.size} of ${leads} leads have messages`);
  for (const [lead, messages] of byLead) {
    const sent = messages.map(({ kind, recipient }) => `${kind} to ${recipient}`).toSorted();
    if (sent.join(", ") !== wanted) throw new Error(`Alerts of lead ${lead}: ${sent.join(", ")}`);
    const unsent = messages.filter(({ state }) => state !== "sent");
    if (unsent.length > 0) throw new Error(`Lead ${lead} has messages that are ${unsent[0]?.state}`);
  }
}
