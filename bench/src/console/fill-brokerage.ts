import { sql } from "kysely";
import type { Db } from "../../../server/src/platform/database/database.ts";

const AGENTS = 40;
/** Of 1,000 leads, so many in each stage: most are done. */
const STAGES = {
  NEW: 3,
  CONTACTING: 20,
  QUALIFIED: 40,
  COMMITTED: 10,
  IN_CONTRACT: 7,
  CLOSED: 120,
  ARCHIVED: 700,
  TRASHED: 100,
};
/** The first are the most frequent. */
const FIRST_NAMES = `
  James Mary John Linda Robert Ann Michael Susan David Karen Maria Anna Daniel Laura Kevin Sandra
  Brian Diane George Amy Frank Alice Peter Janet Henry Joan Carl Judy Ryan Teresa Juan Gloria Wayne
  Martha Ralph Andrea Roy Julia Louis Wanda Zoë Xavier
`
  .trim()
  .split(/\s+/);
/** The first are the most frequent. */
const LAST_NAMES = `
  Smith Johnson Garcia Brown Jones Miller Davis Wilson Anderson Taylor Thomas Moore Martin Lee
  Thompson White Harris Clark Lewis Walker Hall Young King Wright Hill Scott Green Adams Baker Nelson
  Carter Mitchell Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Sanchez Morris
  Rogers Reed Cook Morgan Bell Murphy Bailey Rivera Cooper Richardson Cox Howard Ward Torres Peterson
  Gray Ramirez Watson Brooks Kelly Sanders Price Bennett Wood Barnes Ross Henderson Coleman Jenkins
  Perry Powell Long Patterson Hughes Flores Washington Butler Simmons Foster Gonzales Bryant Alexander
  Russell Griffin Diaz Hayes Lovelace
`
  .trim()
  .split(/\s+/);
const SUBJECTS = [
  "A home with a yard and room for a shop",
  "Question about a listing",
  "Selling my house",
  "A tour on Saturday",
  "Website registration",
];

/**
 * Fills a brokerage with agents, leads in every stage with names as frequent as real ones, their timelines, flags and tags, messages,
 * visits and changes of staff. Nothing falls due while it is measured, but for some follow-ups that were due before.
 */
export async function fillBrokerage(db: Db, brokerageId: number, leads: number): Promise<void> {
  await sql`
    insert into agents (brokerage_id, name, slug, email)
    select ${brokerageId}, 'Agent ' || n, 'agent-' || n, 'agent' || n || '@bench.test'
    from generate_series(1, ${AGENTS}) as n`.execute(db);
  await fillLeads(db, brokerageId, leads);
  await fillTimelines(db, brokerageId);
  await fillBeside(db, brokerageId);
  await sql`vacuum analyze`.execute(db);
}

async function fillLeads(db: Db, brokerageId: number, leads: number): Promise<void> {
  const stages = Object.entries(STAGES).flatMap(([stage, share]) => Array<string>(share).fill(stage));
  await sql`select setseed(0.26)`.execute(db);
  // Everything that response clocks can give rise to counts as decided: no agent is alerted while it is measured.
  await sql`
    insert into leads (brokerage_id, source, first_name, last_name, email, phone, subject, message, notes, suspicions, assigned_agent_id,
      pipeline_type, stage, stage_entered_at, status, last_contact, heat, last_signal_at, response_target_seconds, response_due_at,
      response_stopped_at, follow_up_due_at, follow_up_source, follow_up_set_at, follow_up_reminded_at, alerts_decided, created_at,
      updated_at)
    select ${brokerageId}, 'contact_form', first, last, lower(first) || '.' || lower(last) || n || '@mail' || n % 7 || '.test',
      '(208) ' || lpad((n / 10000 + 200)::text, 3, '0') || '-' || lpad((n % 10000)::text, 4, '0'),
      (${SUBJECTS}::text[])[1 + n % ${SUBJECTS.length}::integer], repeat('I would like to know more. ', 20),
      case when n % 2 = 0 then repeat('Called, left a message. ', 10) end, case when n % 200 = 0 then array['flood'] else '{}' end,
      case when n % 12 > 0 then first_agent + n % ${AGENTS}::integer end, case when n % 4 = 0 then 'seller' else 'buyer' end, stage,
      entered, 'new', entered, log(2, (1 + drawn * 90)::numeric)::float8 + extract(epoch from entered) / 1209600, entered, 300,
      created + interval '5 minutes', case when stage <> 'NEW' then created + interval '3 minutes' end,
      case when stage in ('QUALIFIED', 'COMMITTED') then now() + interval '2 days' - case when n % 20 = 0 then interval '3 days' else '0' end end,
      case when stage in ('QUALIFIED', 'COMMITTED') then 'agent' end, case when stage in ('QUALIFIED', 'COMMITTED') then entered end,
      case when stage in ('QUALIFIED', 'COMMITTED') and n % 20 = 0 then now() end,
      array['response_breach', 'agent_reminder', 'broker_alert', 'reassignment', 'final_escalation'], created, entered
    from
      generate_series(1, ${leads}::integer) as n,
      lateral (
        select random() as drawn, (${FIRST_NAMES}::text[])[1 + floor(${FIRST_NAMES.length} * random() ^ 3)::integer] as first,
          (${LAST_NAMES}::text[])[1 + floor(${LAST_NAMES.length} * random() ^ 2)::integer] as last,
          (${stages}::text[])[1 + floor(${stages.length} * random())::integer] as stage
        where n > 0
      ) as draws,
      lateral (
        select
          case
            when stage = 'NEW' then now() - drawn * interval '6 hours'
            when stage in ('CLOSED', 'ARCHIVED', 'TRASHED') then now() - interval '20 days' - (${leads}::integer - n) * interval '17 minutes'
            else now() - drawn * interval '10 days' - interval '1 day'
          end as created
      ) as arrivals,
      lateral (select least(now() - interval '1 minute', created + drawn * interval '1 day') as entered) as moments,
      (select min(id) as first_agent from agents where brokerage_id = ${brokerageId}) as staff`.execute(db);
}

/** Three rows of each lead, thirty of every thousandth. */
async function fillTimelines(db: Db, brokerageId: number): Promise<void> {
  await sql`
    insert into lead_events (lead_id, event_type, from_stage, to_stage, occurred_at, actor_type, actor_name, created_at)
    select id, 'contact_form_submission', null, 'NEW', created_at, 'visitor', 'website visitor', created_at
    from leads where brokerage_id = ${brokerageId}`.execute(db);
  await sql`
    insert into lead_events (lead_id, event_type, from_stage, to_stage, occurred_at, actor_type, actor_name, created_at)
    select id, 'contact_attempted', 'NEW', stage, stage_entered_at, 'user', 'Agent 1', stage_entered_at
    from leads where brokerage_id = ${brokerageId} and stage <> 'NEW'`.execute(db);
  await sql`
    insert into lead_events (lead_id, event_type, occurred_at, actor_type, actor_name, note, created_at)
    select id, 'note_added', stage_entered_at, 'user', 'Agent 1', 'Called, left a message. ', stage_entered_at
    from leads, generate_series(1, case when id % 1000 = 1 then 30 else 1 end)
    where brokerage_id = ${brokerageId}`.execute(db);
}

async function fillBeside(db: Db, brokerageId: number): Promise<void> {
  await sql`
    insert into lead_flags (lead_id, flag, set_at, set_by)
    select id, case when id % 500 = 0 then 'dnc' else 'do_not_call' end, now(), 'bench'
    from leads where brokerage_id = ${brokerageId} and id % 10 = 0`.execute(db);
  await sql`
    insert into lead_tag_names (brokerage_id, name, created_at)
    select ${brokerageId}, name, now() from unnest(array['investor', 'first home', 'rare']) as name`.execute(
    db,
  );
  await sql`
    insert into lead_tags (lead_id, tag_id, tagged_at)
    select leads.id, tags.id, now()
    from leads join lead_tag_names as tags using (brokerage_id)
    where brokerage_id = ${brokerageId}
      and leads.id % case name when 'rare' then 1000 when 'investor' then 3 else 10 end = 0`.execute(db);
  await sql`
    insert into messages (brokerage_id, lead_id, kind, channel, recipient, occasion, reference, state, due_at, created_at, finished_at)
    select ${brokerageId}, id, 'contact_reply', 'email', email, 'bench ' || id || ' ' || nth, 'bench-' || id || '-' || nth || '@bench.test',
      'sent', created_at, created_at, created_at
    from leads, generate_series(1, 2) as nth
    where brokerage_id = ${brokerageId}
    order by created_at`.execute(db);
  await sql`
    insert into audit_log (brokerage_id, actor_type, actor_id, actor_name, actor_role, action, target_type, target_id, before, after,
      request_id, created_at)
    select ${brokerageId}, 'user', 1 + id % ${AGENTS}, 'Agent ' || 1 + id % ${AGENTS}, 'agent', 'update', 'lead', id::text,
      jsonb_build_object('email', email, 'notes', null), jsonb_build_object('email', email, 'notes', 'Called'), 'bench-' || id,
      now() - id % 80 * interval '1 day'
    from leads where brokerage_id = ${brokerageId}
    order by created_at`.execute(db);
  await sql`
    insert into visitor_sessions (id, brokerage_id, lead_id, properties_viewed, created_at, last_activity_at)
    select gen_random_uuid(), brokerage_id, id, 5, now(), now()
    from leads where brokerage_id = ${brokerageId} and id % 5 = 0`.execute(db);
}
