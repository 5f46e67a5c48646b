import { sql } from "kysely";
import { expect } from "vitest";
import { type Modelled, scoreOf, timelineOf } from "./modelled-lead.ts";
import { available, projections, rows, type Stage } from "./spec-machine.ts";
import type { World } from "./world.ts";

const iso = (time: number | null | undefined) => (time == null ? null : new Date(time).toISOString());

export const addressOf = (id: number) => `/api/v1/admin/leads/${id}`;

/** What the detail shows, of all that the model foresees. */
export async function expectDetail({ lintel, callers }: World, model: Modelled): Promise<void> {
  const { body, status } = await lintel.call(addressOf(model.id), { key: callers[0]?.key as string });
  expect(status).toBe(200);
  const { lead, clock, followUp } = model;
  const now = lintel.clock.now().getTime();
  // It is shown to a tenth.
  expect(Math.abs(body.temperature.score - scoreOf(model, now))).toBeLessThan(0.051);
  expect({
    stage: body.stage,
    stage_entered_at: body.stage_entered_at,
    pipeline_type: body.pipeline_type,
    status: body.status,
    buyer_status: body.buyer_status,
    seller_status: body.seller_status,
    available_transitions: body.available_transitions.toSorted(),
    sla: body.sla,
    flags: body.flags,
    assigned_agent_id: body.assigned_agent_id,
    last_contact: body.last_contact,
    first_response_at: body.first_response_at,
    follow_up: body.follow_up,
    created_at: body.created_at,
  }).toEqual({
    stage: lead.stage,
    stage_entered_at: iso(model.stageEnteredAt),
    pipeline_type: lead.pipeline,
    status: projections[lead.stage].status,
    buyer_status: lead.buyer,
    seller_status: lead.seller,
    available_transitions: available(lead).toSorted(),
    sla: {
      target_seconds: clock && 300,
      remaining_seconds: clock && clock.stopped === null ? Math.floor((clock.due - now) / 1000) : null,
      breached_at: clock && (clock.stopped ?? now) > clock.due ? iso(clock.due) : null,
    },
    flags: model.flags,
    assigned_agent_id: model.agentId,
    last_contact: iso(model.lastContact),
    first_response_at: iso(model.firstResponse),
    follow_up: followUp && {
      due_at: iso(followUp.due),
      note: followUp.note,
      source: followUp.source,
      reminded_at: null,
    },
    created_at: iso(lead.receivedAt),
  });
}

type ShownRow = {
  event_type: string;
  from_stage: Stage | null;
  to_stage: Stage;
  occurred_at: string;
} & Record<string, unknown>;

/** The timeline: its stage is its replay, it has neither gaps nor disorder, and it is what the model foresees. */
export async function expectTimeline(world: World, model: Modelled): Promise<void> {
  const { body } = await world.lintel.call(`${addressOf(model.id)}/transitions`, {
    key: world.callers[0]?.key as string,
  });
  expect(body.stage).toBe(replay(body.events));
  expect(body.stage).toBe(model.lead.stage);
  expect(body.available_transitions.toSorted()).toEqual(available(model.lead).toSorted());
  expect(body.warnings).toEqual(model.flags);
  const foreseen = ({ event_type, from_stage, to_stage, reason_code, channel, ...row }: ShownRow) => {
    const { occurred_at, actor_entered_at } = row;
    return { event_type, from_stage, to_stage, reason_code, channel, occurred_at, actor_entered_at };
  };
  expect(body.events.map(foreseen)).toEqual(timelineOf(model));
}

/** Every stage change of the timeline is announced once, in order, and nothing else is announced as one. */
export async function expectAnnounced({ lintel }: World, model: Modelled): Promise<void> {
  const { rows } = await sql<{ data: unknown }>`
    select data - 'brokerage_id' as data
    from event_outbox
    where subject = ${`lead:${model.id}`} and event = 'lead.stage_changed'
    order by id`.execute(lintel.database.db);
  const moves = timelineOf(model).filter(
    ({ from_stage, to_stage }) => from_stage !== null && from_stage !== to_stage,
  );
  expect(rows.map(({ data }) => data)).toEqual(
    moves.map(({ event_type: event, from_stage, to_stage, reason_code, occurred_at }) => {
      return { lead_id: model.id, event, from_stage, to_stage, reason_code, occurred_at };
    }),
  );
}

/** The stage that a shown timeline leads to, by the spec's table alone. */
function replay(shown: ShownRow[]): Stage | null {
  let stage: Stage | null = null;
  let time = "";
  for (const row of shown) {
    if (row.from_stage !== stage) throw new Error(`A gap: ${row.from_stage} after ${stage}`);
    if (row.occurred_at < time) throw new Error(`Disorder: ${row.occurred_at} after ${time}`);
    const isMove = rows.some(
      (each) => each.from === row.from_stage && each.event === row.event_type && each.to === row.to_stage,
    );
    if (stage !== null && row.to_stage !== stage && !isMove) {
      throw new Error(`${row.event_type} moved the lead from ${stage} to ${row.to_stage}`);
    }
    stage = row.to_stage;
    time = row.occurred_at;
  }
  return stage;
}

/** All that is stored of a lead, and how much has been audited: what a refused request must leave as it was. */
export async function storedOf({ lintel }: World, { id, arrivedAfter }: Modelled): Promise<unknown> {
  const { rows } = await sql<{ stored: unknown }>`
    select jsonb_build_object(
      'lead', (select to_jsonb(leads) from leads where id = ${id}),
      'events', (select jsonb_agg(id order by id) from lead_events where lead_id = ${id}),
      'signals', (select jsonb_agg(kind order by id) from lead_signals where lead_id = ${id}),
      'flags', (select jsonb_agg(to_jsonb(lead_flags) order by id) from lead_flags where lead_id = ${id}),
      'audited', (select count(*) from audit_log where id > ${arrivedAfter})
    ) as stored`.execute(lintel.database.db);
  return rows[0]?.stored;
}

/** Of every lead of a database at once: its stage is its last stage event's, and each of those goes on from the last. */
export async function inconsistentLeads({ lintel }: World): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with moves as (
      select lead_id, id, from_stage, to_stage,
        lag(to_stage) over history as before,
        row_number() over history as place,
        count(*) over (partition by lead_id) as places,
        id < max(id) over history as is_late
      from lead_events
      where to_stage is not null
      window history as (partition by lead_id order by occurred_at, id)
    )
    select leads.id
    from leads
    left join moves on moves.lead_id = leads.id
    where moves.id is null
      or moves.from_stage is distinct from moves.before
      or moves.is_late
      or (moves.place = moves.places and moves.to_stage <> leads.stage)
    group by leads.id`.execute(lintel.database.db);
  return rows.map(({ id }) => id);
}
