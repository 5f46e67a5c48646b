import { expect } from "vitest";
import type { DripSequence } from "../../src/drips/index.ts";
import { LEADS } from "../harness/lead-fixture.ts";
import { DRIPS } from "../harness/sequences-fixture.ts";
import type { History } from "./history.ts";
import { templatesOf } from "./reading.ts";
import type { Enrollment, Person, Sequence } from "./spec-drips.ts";
import { iso, type ModelledBrokerage, must } from "./world.ts";

export type Shown = {
  id: number;
  sequence_id: number;
  lead_id: number;
  lead_name: string;
  lead_email: string | null;
  enrolled_at: string;
  enrolled_state: string;
  next_step_position: number | null;
  next_send_at: string | null;
  status: string;
  stopped_reason: string | null;
  stopped_at: string | null;
  last_sent_at: string | null;
  send_failures: number;
};

/** Everything that the API shows of the sequences, against what is foreseen of them. */
export async function expectAll(brokerage: ModelledBrokerage, history: History): Promise<Shown[]> {
  const { drips } = brokerage;
  const { items } = await must(brokerage, "GET", `${DRIPS}?page_size=100`);
  expect(items.map(sequenceFields).toSorted(byId)).toEqual(
    [...drips.sequences.values()].map((each) => foreseenSequence(brokerage, each)).toSorted(byId),
  );
  const pages = await Promise.all(items.map((each: Counted) => enrollmentsOn(brokerage, each)));
  const shown = pages.flat();
  const right = drips.enrollments().map((each) => foreseenRow(brokerage, each));
  expect(shown.map(({ id: _, ...row }) => row).toSorted(byPlace)).toEqual(right.toSorted(byPlace));
  history.look(shown, (sequence, lead) => drips.enrollment(sequence, lead)?.run as number);
  return shown;
}

type Counted = { id: number; active_enrollments: number; total_enrollments: number };

async function enrollmentsOn(brokerage: ModelledBrokerage, sequence: Counted): Promise<Shown[]> {
  const { id, active_enrollments, total_enrollments } = sequence;
  const page = await must(brokerage, "GET", `${DRIPS}/${id}/enrollments`);
  const rows: Shown[] = page.items;
  const active = rows.filter(({ status }) => status === "active").length;
  expect([active_enrollments, total_enrollments], `the counters of ${id}`).toEqual([active, rows.length]);
  expect(page.total).toBe(rows.length);
  return rows;
}

/** By sequence and lead, without their ids. */
export async function shownRows(brokerage: ModelledBrokerage): Promise<Map<string, Omit<Shown, "id">>> {
  const pages = await Promise.all(
    [...brokerage.drips.sequences.keys()].map((id) => must(brokerage, "GET", `${DRIPS}/${id}/enrollments`)),
  );
  const rows = pages.flatMap(({ items }): Shown[] => items);
  return new Map(rows.map(({ id: _, ...row }) => [`${row.sequence_id} ${row.lead_id}`, row]));
}

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
type Place = { sequence_id: number; lead_id: number };
const byPlace = (a: Place, b: Place) => a.sequence_id - b.sequence_id || a.lead_id - b.lead_id;

const sequenceFields = ({
  created_at,
  updated_at,
  brokerage_id,
  description,
  warnings,
  ...fields
}: DripSequence) => ({
  ...fields,
  warnings: warnings.map(({ position, field, placeholder }) => ({ position, field, placeholder })),
});

function foreseenSequence({ drips }: ModelledBrokerage, sequence: Sequence) {
  const enrollments = drips.enrollments({ sequenceId: sequence.id });
  return {
    id: sequence.id,
    name: sequence.name,
    trigger_state: sequence.trigger,
    pipeline_type: sequence.pipeline,
    active: sequence.active,
    stop_on_state_change: sequence.stops,
    steps: sequence.steps.map((step, at) => ({ position: at + 1, ...templatesOf(step) })),
    warnings: sequence.steps.map((_, at) => ({
      position: at + 1,
      field: "subject_template",
      placeholder: "unknown",
    })),
    active_enrollments: enrollments.filter(({ status }) => status === "active").length,
    total_enrollments: enrollments.length,
  };
}

export function foreseenRow({ drips }: ModelledBrokerage, enrollment: Enrollment): Omit<Shown, "id"> {
  const person = drips.people.get(enrollment.leadId) as Person;
  const { next, stopped, lastSentAt } = enrollment;
  return {
    sequence_id: enrollment.sequenceId,
    lead_id: person.id,
    lead_name: `${person.firstName} ${person.lastName}`,
    lead_email: person.email || null,
    enrolled_at: iso(enrollment.enrolledAt),
    enrolled_state: enrollment.enrolledState,
    next_step_position: next?.position ?? null,
    next_send_at: next && iso(next.sendAt),
    status: enrollment.status,
    stopped_reason: stopped?.reason ?? null,
    stopped_at: stopped && iso(stopped.at),
    last_sent_at: lastSentAt === null ? null : iso(lastSentAt),
    send_failures: enrollment.failures,
  };
}

/** What the page of a lead says of the same. */
export async function expectLeadDrips(brokerage: ModelledBrokerage, person: Person): Promise<void> {
  const { drips } = brokerage;
  const body = await must(brokerage, "GET", `${LEADS}/${person.id}/drips`);
  const shown = body.enrollments.map(
    ({ id: _, sequence_name: __, ...row }: Shown & { sequence_name: string }) => row,
  );
  const right = drips.enrollments({ leadId: person.id }).map((each) => foreseenRow(brokerage, each));
  expect(shown.toSorted(byPlace)).toEqual(right.toSorted(byPlace));
  const joinable = body.available_sequences.map(({ id }: { id: number }) => id);
  expect(joinable.toSorted(), `what lead ${person.id} could join`).toEqual(
    drips
      .joinable(person)
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(body.can_manage).toBe(true);
}
