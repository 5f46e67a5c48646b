import { sql } from "kysely";
import type { Db } from "../../server/src/platform/database/database.ts";

const STAGES = ["NEW", "CONTACTING", "QUALIFIED", "COMMITTED", "IN_CONTRACT"];

/** Brokerages with 10 agents and 2 brokers each, and open leads distributed over them and the stages; none is due. */
export async function fillOpenLeads(
  db: Db,
  { leads, brokerages }: { leads: number; brokerages: number },
): Promise<void> {
  await sql`
    insert into brokerages (slug, name)
    select 'b' || n, 'Brokerage ' || n from generate_series(1, ${brokerages}) as n`.execute(db);
  await sql`
    insert into agents (brokerage_id, name, slug, email)
    select id, 'Agent ' || n, slug || '-' || n, slug || '-' || n || '@bench.test'
    from brokerages, generate_series(1, 10) as n
    order by id, n`.execute(db);
  await sql`
    insert into broker_contacts (brokerage_id, name, email, is_primary)
    select id, 'Broker ' || n, slug || '-broker-' || n || '@bench.test', n = 1
    from brokerages, generate_series(1, 2) as n`.execute(db);
  await sql`
    insert into leads (brokerage_id, source, first_name, last_name, email, phone, subject, message,
      assigned_agent_id, pipeline_type, stage, stage_entered_at, status, last_contact, heat, last_signal_at,
      response_target_seconds, response_due_at, response_stopped_at, follow_up_due_at, follow_up_source,
      follow_up_set_at, alerts_decided, created_at, updated_at)
    select homes.id, 'contact_form', 'First ' || n, 'Last ' || n, 'lead' || n || '@bench.test', '208-555-0101',
      'A home with a yard', repeat('I would like to know more. ', 20), first_agent + n % 10, 'buyer', stage, at, 'new',
      at, log(2, 15) + extract(epoch from at) / 1209600, at, 300, at + interval '5 minutes',
      case when stage <> 'NEW' then at end,
      case when stage <> 'NEW' then now() + interval '2 days' end,
      case when stage <> 'NEW' then 'default' end,
      case when stage <> 'NEW' then at end,
      case when stage = 'NEW' then array['response_breach', 'agent_reminder', 'broker_alert', 'reassignment', 'final_escalation']
        else '{}' end, at, at
    from
      generate_series(1, ${leads}) as n,
      lateral (select (${STAGES}::text[])[1 + n % 5]) as stages (stage),
      lateral (select now() - (n % 20) * interval '1 day') as moments (at),
      lateral (
        select brokerages.id, min(agents.id) as first_agent
        from brokerages join agents on agents.brokerage_id = brokerages.id
        where brokerages.id = 1 + n % ${brokerages}
        group by brokerages.id
      ) as homes`.execute(db);
  await sql`
    insert into lead_events (lead_id, event_type, to_stage, occurred_at, actor_type, actor_name, created_at)
    select id, 'contact_form_submission', stage, created_at, 'visitor', 'website visitor', created_at
    from leads`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** Makes some rows of each kind due: response clocks, stage timeouts, follow-ups. */
export async function makeDue(db: Db, share: number): Promise<void> {
  const every = Math.round(1 / share);
  await sql`
    update leads
    set
      alerts_decided = case when stage = 'NEW' then '{}' else alerts_decided end,
      follow_up_due_at = case when stage in ('COMMITTED', 'IN_CONTRACT') then now() else follow_up_due_at end,
      stage_entered_at = case when stage in ('CONTACTING', 'QUALIFIED') then long_ago else stage_entered_at end,
      last_contact = case when stage in ('CONTACTING', 'QUALIFIED') then long_ago else last_contact end,
      last_signal_at = case when stage in ('CONTACTING', 'QUALIFIED') then long_ago else last_signal_at end
    from (select now() - interval '200 days') as moments (long_ago)
    where (id / 5) % ${every}::integer = 0`.execute(db);
  await sql`analyze leads`.execute(db);
}
