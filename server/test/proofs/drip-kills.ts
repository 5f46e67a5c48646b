import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { DatabaseHandle } from "../../src/platform/database/database.ts";
import { openBrokerage, post, type ServerProcess } from "./server-process.ts";
import { adminHeaders, adminKey, ask, expectArrived, WORKERS, type Workers, withWorkers } from "./workers.ts";

const RUN = "/api/v1/admin/drips/run";
const LEADS_A_ROUND = 40;
const STEPS = 2;

/**
 * Two servers on one PostgreSQL, both sending drips, and a real mail server. In each round enrollments become due, and one
 * of the servers is killed with SIGKILL at a random time and restarted. At the end each lead has received each step once. A mail
 * that arrived twice, because its process died before the outcome was stored, has the same Message-ID; there is at most one per
 * connection and kill. Each enrollment is completed, and no mail is pending.
 */
export async function proveDripKills(kills: number): Promise<string> {
  return withWorkers(async (workers) => {
    const began = performance.now();
    workers.mail.delayMs = 2;
    const sequence = await openSequence(workers.anyone());
    for (let round = 0; round < kills; round++) {
      await enrollmentsFallDue(workers.database, sequence);
      await workers.killOneDuring(RUN, 500);
    }
    const enrollments = kills * LEADS_A_ROUND;
    const mails = enrollments * STEPS;
    await allCompleted(workers, enrollments);
    const repeated = await expectEachOnce(workers, { mails, kills });
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    return (
      `${kills} kills of ${WORKERS} servers while ${enrollments} enrollments fell due, ${seconds} s: ` +
      `${mails} steps, none missing, none twice by Message-ID; ${repeated} raw repeats`
    );
  });
}

type Sequence = { id: number; brokerageId: number };

async function openSequence(server: ServerProcess): Promise<Sequence> {
  const brokerageId = await openBrokerage(server, "drip-proof.test", adminKey);
  const steps = Array.from({ length: STEPS }, (_, at) => ({
    delay_days: 0,
    subject_template: `step ${at + 1}`,
    body_template: "Hi {{first_name}}",
  }));
  const body = { brokerage_id: brokerageId, name: "Proof", trigger_state: "QUALIFIED", steps };
  return {
    brokerageId,
    id: await post(server, "/api/v1/admin/drips", "id", { headers: adminHeaders, body }),
  };
}

/** New leads with different addresses, whose first step is due. */
async function enrollmentsFallDue({ db }: DatabaseHandle, { id, brokerageId }: Sequence): Promise<void> {
  await sql`
    with arrived as (
      insert into leads (brokerage_id, source, first_name, last_name, email, subject, message, pipeline_type, stage,
        stage_entered_at, status, last_contact, created_at, updated_at)
      select ${brokerageId}, 'manual', 'Ada', 'L', gen_random_uuid() || '@visitors.test', '', '', 'buyer', 'QUALIFIED',
        at, 'contacted', at, at, at
      from generate_series(1, ${LEADS_A_ROUND}), lateral (select now() - interval '1 minute') moments (at)
      returning id, created_at
    ), told as (
      insert into lead_events (lead_id, event_type, to_stage, occurred_at, actor_type, actor_name, created_at)
      select id, 'manual_entry', 'QUALIFIED', created_at, 'system', 'system', created_at
      from arrived
    )
    insert into drip_enrollments (sequence_id, lead_id, enrolled_at, enrolled_state, next_step_position, next_send_at)
    select ${id}, id, created_at, 'QUALIFIED', 1, created_at
    from arrived`.execute(db);
}

/** Claims of a killed process expire after four minutes. */
async function allCompleted({ database, all }: Workers, enrollments: number): Promise<void> {
  const end = performance.now() + 8 * 60_000;
  for (;;) {
    await Promise.all(all().map((server) => ask(server, RUN)));
    const { completed } = await database.db
      .selectFrom("drip_enrollments")
      .select(({ fn }) => fn.countAll<number>().as("completed"))
      .where("status", "=", "completed")
      .executeTakeFirstOrThrow();
    if (completed >= enrollments) return;
    if (performance.now() > end) throw new Error(`${completed} of ${enrollments} enrollments are completed`);
    await delay(500);
  }
}

/** How many arrived more than once. */
async function expectEachOnce(workers: Workers, { mails, kills }: { mails: number; kills: number }) {
  const rows = await workers.database.db.selectFrom("messages").select("state").execute();
  if (rows.length !== mails) throw new Error(`${rows.length} of ${mails} mails are in the ledger`);
  const unsent = rows.find(({ state }) => state !== "sent");
  if (unsent) throw new Error(`A mail is ${unsent.state}`);
  const { mails: arrived, repeated } = await expectArrived(workers, kills);
  const steps = new Set(arrived.map(({ subject, to }) => `${subject} to ${to}`));
  if (steps.size !== mails) throw new Error("Somebody got a step twice");
  return repeated;
}
