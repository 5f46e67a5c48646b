import {
  completed,
  DAY_MS,
  type Drips,
  type Enrollment,
  forbidding,
  type Person,
  type Reason,
  type Sequence,
  type Step,
  stoppedFor,
} from "./spec-drips.ts";

/** What a pass says it did; the reason of a retry is the mail server's. */
export type Action = {
  action: "sent" | "retry" | "stopped" | "completed";
  position: number;
  reason: Reason | null;
};

/** What a pass makes of one enrollment. */
export type Outcome = { after: Enrollment; actions: Action[]; mail: Step | null };

/** What is foreseen of a pass for each that is due: what it does if the mail leaves, and if it does not. */
export type Foreseen = { before: Enrollment; isDue: boolean; sent: Outcome; failed: Outcome };

/** SPEC: Drip sending rules. The one step that an enrollment waits for, once. */
export function foresee(drips: Drips, before: Enrollment, now: number): Foreseen {
  const idle: Outcome = { after: before, actions: [], mail: null };
  if (before.next === null || before.next.sendAt > now)
    return { before, isDue: false, sent: idle, failed: idle };
  const sequence = drips.sequences.get(before.sequenceId) as Sequence;
  const person = drips.people.get(before.leadId) as Person;
  const reason = hindrance(sequence, person, before);
  if (reason !== null) {
    const stopped = stop(before, reason, now);
    return { before, isDue: true, sent: stopped, failed: stopped };
  }
  return { before, isDue: true, sent: leaves(sequence, before, now), failed: fails(before, now) };
}

/** Re-derives the stage, re-reads the flags, looks for an address, in that order. */
function hindrance(sequence: Sequence, person: Person, before: Enrollment): Reason | null {
  if (sequence.stops && before.enrolledState !== person.machine.stage) return "state_changed";
  return forbidding(person.flags.keys()) ?? (person.email === "" ? "no_email" : null);
}

function stop(before: Enrollment, reason: Reason, now: number): Outcome {
  const { position } = before.next as NonNullable<Enrollment["next"]>;
  return {
    after: stoppedFor(before, reason, now),
    actions: [{ action: "stopped", position, reason }],
    mail: null,
  };
}

function leaves({ steps }: Sequence, before: Enrollment, now: number): Outcome {
  const { position } = before.next as NonNullable<Enrollment["next"]>;
  const mail = steps[position - 1] as Step;
  const sent = { ...before, lastSentAt: now, failures: 0 };
  const sentAction: Action = { action: "sent", position, reason: null };
  const following = steps[position];
  if (!following) {
    return { after: completed(sent), actions: [sentAction, { ...sentAction, action: "completed" }], mail };
  }
  const next = { position: position + 1, sendAt: now + following.delayDays * DAY_MS };
  return { after: { ...sent, next }, actions: [sentAction], mail };
}

/** The third failure in a row is the last. */
function fails(before: Enrollment, now: number): Outcome {
  const { position } = before.next as NonNullable<Enrollment["next"]>;
  const after = { ...before, failures: before.failures + 1 };
  if (after.failures === 3) return stop(after, "send_failed", now);
  return { after, actions: [{ action: "retry", position, reason: null }], mail: null };
}
