import { expect } from "vitest";
import { DRIPS } from "../harness/sequences-fixture.ts";
import type { Digits } from "../lifecycle-model/drawn-report.ts";
import { foreseenRow } from "./expectations.ts";
import { anyPerson, arrives } from "./lead-commands.ts";
import { changesNothing } from "./passes.ts";
import { letter } from "./reading.ts";
import { anySequence } from "./sequence-commands.ts";
import type { Enrollment, Person, Sequence } from "./spec-drips.ts";
import { agentOf, count, type ModelledBrokerage, nowOf, oneOf, send } from "./world.ts";

/** Mostly a lead that can be enrolled; the others are 409. */
export async function enrolls(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const pairs = [...brokerage.drips.people.values()].flatMap((person) =>
    [...brokerage.drips.sequences.values()].map((sequence) => ({ person, sequence })),
  );
  const able = pairs.filter(({ person, sequence: { id, active, steps } }) => {
    const isOn = brokerage.drips.enrollment(id, person.id)?.status === "active";
    return active && steps.length > 0 && !isOn;
  });
  const pair = oneOf(digits, digits.below(4) < 3 && able.length > 0 ? able : pairs);
  if (!pair) return arrives(brokerage, digits);
  const { person, sequence } = pair;
  const right = brokerage.drips.enroll(sequence, person, nowOf(brokerage));
  const { status, body } = await send(brokerage, "POST", `${DRIPS}/${sequence.id}/enrollments/${person.id}`);
  expect(status, "enrolling").toBe(right);
  if (right === 200) {
    const enrollment = brokerage.drips.enrollment(sequence.id, person.id) as Enrollment;
    expect(body).toMatchObject(foreseenRow(brokerage, enrollment));
  }
  count(brokerage.world, `by hand ${status}`);
  return `lead ${person.id} is enrolled by hand in ${sequence.id}: ${status}`;
}

export async function stops(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const active = brokerage.drips.enrollments().filter(({ status }) => status === "active");
  const one = digits.below(5) === 4 ? undefined : oneOf(digits, active);
  const sequence = one ? brokerage.drips.sequences.get(one.sequenceId) : anySequence(brokerage, digits);
  const person = one ? brokerage.drips.people.get(one.leadId) : anyPerson(brokerage, digits);
  if (!person || !sequence) return arrives(brokerage, digits);
  const right = brokerage.drips.stop(sequence, person, nowOf(brokerage));
  const { status } = await send(brokerage, "DELETE", `${DRIPS}/${sequence.id}/enrollments/${person.id}`);
  expect(status, "stopping").toBe(right);
  return `lead ${person.id} is stopped by hand in ${sequence.id}: ${status}`;
}

/** The step that it waits for, or the first, or one that is named; where there is none, 404. */
export async function preview(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const [person, sequence] = [anyPerson(brokerage, digits), anySequence(brokerage, digits)];
  if (!person || !sequence) return arrives(brokerage, digits);
  const position = digits.of([undefined, undefined, 1, 3]);
  const reply = await changesNothing(brokerage, () =>
    send(brokerage, "POST", `${DRIPS}/${sequence.id}/preview`, { lead_id: person.id, position }),
  );
  const shown = position ?? brokerage.drips.enrollment(sequence.id, person.id)?.next?.position ?? 1;
  expectPreview(brokerage, sequence, person, shown, reply);
  return `preview of ${sequence.id} for lead ${person.id} at ${position ?? "its step"}: ${reply.status}`;
}

function expectPreview(
  brokerage: ModelledBrokerage,
  { steps }: Sequence,
  person: Person,
  position: number,
  { status, body }: Awaited<ReturnType<typeof send>>,
): void {
  const step = steps[position - 1];
  expect(status, "the preview").toBe(step ? 200 : 404);
  if (!step) return;
  const right = letter(brokerage, step, person);
  expect([body.position, body.subject, body.to, body.reply_to, body.footer_is_link]).toEqual([
    position,
    right.subject,
    right.to || null,
    agentOf(brokerage, person)?.email ?? right.replyTo,
    true,
  ]);
  expect(body.body.startsWith(right.body)).toBe(true);
}
