import { sql } from "kysely";
import type { Db } from "../../server/src/platform/database/database.ts";

/** A brokerage with 25 agents and leads, distributed evenly over the open stages and the others. @returns its id */
export async function fillBoard(
  db: Db,
  { slug, open, done }: { slug: string; open: number; done: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into brokerages (slug, name) values (${slug}, ${slug}) returning id`.execute(db);
  const id = rows[0]?.id as number;
  await sql`
    insert into agents (brokerage_id, name, slug, email)
    select ${id}, 'Agent ' || n, ${slug} || n, 'agent' || n || '@bench.test'
    from generate_series(1, 25) as n`.execute(db);
  await fillStages(db, id, ["NEW", "CONTACTING", "QUALIFIED", "COMMITTED", "IN_CONTRACT"], open);
  await fillStages(db, id, ["CLOSED", "ARCHIVED", "TRASHED"], done);
  // Without a timeline a lead cannot change its stage: the sweep of the server that is measured would warn of the quiet ones.
  await sql`
    insert into lead_events (lead_id, event_type, to_stage, occurred_at, actor_type, actor_name, created_at)
    select id, 'contact_form_submission', stage, created_at, 'visitor', 'website visitor', created_at
    from leads where brokerage_id = ${id}`.execute(db);
  await sql`
    insert into lead_flags (lead_id, flag, set_at, set_by)
    select id, 'do_not_call', now(), 'bench'
    from leads
    where brokerage_id = ${id} and id % 10 = 0`.execute(db);
  return id;
}

async function fillStages(db: Db, brokerageId: number, stages: string[], count: number): Promise<void> {
  await sql`
    insert into leads (brokerage_id, source, first_name, last_name, email, phone, subject, message, notes,
      assigned_agent_id, pipeline_type, stage, stage_entered_at, status, last_contact, heat, last_signal_at,
      response_target_seconds, response_due_at, follow_up_due_at, follow_up_source, follow_up_set_at,
      created_at, updated_at)
    select ${brokerageId}, 'contact_form', 'First ' || n, 'Last ' || n, 'lead' || n || '@bench.test',
      '208-555-' || lpad((n % 10000)::text, 4, '0'), 'A home with a yard and room for a shop',
      repeat('I would like to know more. ', 20), repeat('Called, left a message. ', 10),
      (select min(id) from agents where brokerage_id = ${brokerageId}) + n % 25,
      'buyer', (${stages}::text[])[1 + n % ${stages.length}::integer], at, 'new', at,
      log(2, 15) + extract(epoch from at) / 1209600, at, 300, at + interval '5 minutes',
      case when ${stages[0] === "NEW"} then at + interval '2 days' end,
      case when ${stages[0] === "NEW"} then 'default' end, at, at, at
    from generate_series(1, ${count}::integer) as n,
      lateral (select now() - n * interval '17 minutes') as moments (at)`.execute(db);
}
