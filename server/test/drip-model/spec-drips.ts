// Drips as SPEC.md (*Drip sequence*, *Drip enrollment*, *Drip sequences (admin)*) and decisions.md (*Drips*) state them,
// written down a second time and shared with nothing: what the product does is held against this. Times are milliseconds.

import type { EventName, Lead as Machine, Stage } from "../lifecycle-model/spec-machine.ts";

export const DAY_MS = 86_400_000;

export type Step = { name: string; delayDays: number };

export type Sequence = {
  id: number;
  name: string;
  trigger: Stage;
  pipeline: "buyer" | "seller" | null;
  active: boolean;
  /** stop_on_state_change */
  stops: boolean;
  /** Positions are places in this list, from 1. */
  steps: Step[];
};

export const flags = ["unsubscribed", "dnc", "do_not_email", "do_not_text", "do_not_call"] as const;
export type Flag = (typeof flags)[number];

export type Person = {
  id: number;
  firstName: string;
  lastName: string;
  /** Empty: it has none. */
  email: string;
  machine: Machine;
  /** By whom each was set. */
  flags: Map<Flag, "staff" | "lead">;
  agentId: number | null;
};

export type Reason =
  | "state_changed"
  | "unsubscribed"
  | "flagged"
  | "manual"
  | "sequence_deactivated"
  | "send_failed"
  | "no_email";

type Waiting = { position: number; sendAt: number };

export type Enrollment = {
  leadId: number;
  sequenceId: number;
  /** How often it was started. */
  run: number;
  enrolledAt: number;
  enrolledState: Stage;
  status: "active" | "completed" | "stopped";
  /** Null exactly when it is not active. */
  next: Waiting | null;
  stopped: { reason: Reason; at: number } | null;
  lastSentAt: number | null;
  failures: number;
  /** Where a voided contract would let it go on. */
  resumes: Waiting | null;
};

/** SPEC: stop reasons. Null: nothing forbids advertising. */
export function forbidding(active: Iterable<Flag>): Reason | null {
  const all = [...active];
  if (all.includes("unsubscribed")) return "unsubscribed";
  return all.some((flag) => flag === "dnc" || flag === "do_not_email") ? "flagged" : null;
}

export const stoppedFor = (enrollment: Enrollment, reason: Reason, at: number): Enrollment => ({
  ...enrollment,
  status: "stopped",
  next: null,
  stopped: { reason, at },
  resumes: null,
});

export const completed = (enrollment: Enrollment): Enrollment => ({
  ...enrollment,
  status: "completed",
  next: null,
});

/** All that is foreseen of the sequences of one brokerage, and of the leads on them. */
export class Drips {
  readonly sequences = new Map<number, Sequence>();
  readonly people = new Map<number, Person>();
  enforcesPipelines = false;
  #enrollments = new Map<string, Enrollment>();

  enrollment(sequenceId: number, leadId: number): Enrollment | undefined {
    return this.#enrollments.get(`${sequenceId} ${leadId}`);
  }

  enrollments(of: { sequenceId?: number; leadId?: number } = {}): Enrollment[] {
    return [...this.#enrollments.values()].filter(
      (each) =>
        (of.sequenceId ?? each.sequenceId) === each.sequenceId && (of.leadId ?? each.leadId) === each.leadId,
    );
  }

  put(enrollment: Enrollment): void {
    this.#enrollments.set(`${enrollment.sequenceId} ${enrollment.leadId}`, enrollment);
  }

  /** On intake, in any stage: an opt-out by link is the person's, and goes with the address. */
  arrives(person: Person, now: number): void {
    const others = [...this.people.values()].filter(({ email }) => email === person.email);
    const isOut = person.email !== "" && others.some((each) => each.flags.get("unsubscribed") === "lead");
    this.people.set(person.id, person);
    this.#enter(person, now);
    if (isOut) this.setFlag(person, "unsubscribed", "lead", now);
  }

  /** An event that is legal; `machine`: the lead as the lifecycle's own oracle says it is then. */
  moves(person: Person, event: EventName, machine: Machine, now: number): void {
    const before = person.machine.stage;
    person.machine = machine;
    if (machine.stage === before) return;
    for (const each of this.enrollments({ leadId: person.id })) {
      if (each.status !== "active") continue;
      const { stops } = this.sequences.get(each.sequenceId) as Sequence;
      // A signed agreement stops automated outreach altogether.
      const isAgreed = machine.stage === "COMMITTED";
      if (!isAgreed && (!stops || each.enrolledState === machine.stage)) continue;
      const resumes = isAgreed && each.enrolledState === "QUALIFIED" ? each.next : null;
      this.put({ ...stoppedFor(each, "state_changed", now), resumes });
    }
    const isResumed = event === "contract_voided" && this.#resume(person, now);
    if (machine.stage !== "COMMITTED" && machine.stage !== "IN_CONTRACT") this.#forgetResuming(person);
    const isBegun = this.#enter(person, now);
    const reason = forbidding(person.flags.keys());
    if (reason !== null && (isResumed || isBegun)) this.#stopAll(person, reason, now);
  }

  /** Also where it is set already: staff may have enrolled the lead since. */
  setFlag(person: Person, flag: Flag, by: "staff" | "lead", now: number): void {
    if (!person.flags.has(flag)) person.flags.set(flag, by);
    const reason = forbidding([flag]);
    if (reason === null) return;
    this.#stopAll(person, reason, now);
    this.#forgetResuming(person);
  }

  /** The link in a mail: it is the reader who opts out, in all leads of that address. */
  unsubscribes(person: Person, now: number): void {
    for (const each of this.people.values()) {
      const isSame = each === person || (person.email !== "" && each.email === person.email);
      if (isSame) this.setFlag(each, "unsubscribed", "lead", now);
    }
  }

  /** By hand, in any stage and with any flags: the run stops it then. */
  enroll(sequence: Sequence, person: Person, now: number): 200 | 409 {
    const before = this.enrollment(sequence.id, person.id);
    if (before?.status === "active" || !sequence.active || sequence.steps.length === 0) return 409;
    this.#start(sequence, person, (before?.run ?? 0) + 1, now);
    return 200;
  }

  stop(sequence: Sequence, person: Person, now: number): 200 | 404 {
    const before = this.enrollment(sequence.id, person.id);
    if (before?.status !== "active") return 404;
    this.put(stoppedFor(before, "manual", now));
    return 200;
  }

  edit(sequence: Sequence, fields: Partial<Sequence>, now: number): void {
    Object.assign(sequence, fields);
    const { steps, active } = sequence;
    for (const each of this.enrollments({ sequenceId: sequence.id })) {
      const isLost = each.resumes !== null && (!active || each.resumes.position > steps.length);
      let after: Enrollment = isLost ? { ...each, resumes: null } : each;
      if (after.next !== null && after.next.position > steps.length) after = completed(after);
      if (after.status === "active" && !active) after = stoppedFor(after, "sequence_deactivated", now);
      this.put(after);
    }
  }

  deleteSequence({ id }: Sequence): void {
    this.sequences.delete(id);
    for (const each of this.enrollments({ sequenceId: id })) this.#remove(each);
  }

  deletePerson({ id }: Person): void {
    this.people.delete(id);
    for (const each of this.enrollments({ leadId: id })) this.#remove(each);
  }

  /** SPEC: what a lead could join. */
  joinable(person: Person): Sequence[] {
    return [...this.sequences.values()].filter(
      (each) => this.#takes(each, person) && this.enrollment(each.id, person.id)?.status !== "active",
    );
  }

  #takes({ active, steps, pipeline }: Sequence, { machine }: Person): boolean {
    const isOurs = !this.enforcesPipelines || pipeline === null || pipeline === machine.pipeline;
    return active && steps.length > 0 && isOurs;
  }

  #enter(person: Person, now: number): boolean {
    const begun = [...this.sequences.values()].filter(
      (each) =>
        each.trigger === person.machine.stage &&
        this.#takes(each, person) &&
        !this.enrollment(each.id, person.id),
    );
    for (const each of begun) this.#start(each, person, 1, now);
    return begun.length > 0;
  }

  #start(sequence: Sequence, person: Person, run: number, now: number): void {
    const [first] = sequence.steps as [Step];
    this.put({
      leadId: person.id,
      sequenceId: sequence.id,
      run,
      enrolledAt: now,
      enrolledState: person.machine.stage,
      status: "active",
      next: { position: 1, sendAt: now + first.delayDays * DAY_MS },
      stopped: null,
      lastSentAt: null,
      failures: 0,
      resumes: null,
    });
  }

  /** At the waiting step: when it was due, or now. */
  #resume({ id }: Person, now: number): boolean {
    const waiting = this.enrollments({ leadId: id }).filter(({ resumes }) => resumes !== null);
    for (const each of waiting) {
      const { position, sendAt } = each.resumes as Waiting;
      const next = { position, sendAt: Math.max(sendAt, now) };
      this.put({ ...each, status: "active", next, stopped: null, resumes: null });
    }
    return waiting.length > 0;
  }

  #forgetResuming({ id }: Person): void {
    for (const each of this.enrollments({ leadId: id })) this.put({ ...each, resumes: null });
  }

  #stopAll({ id }: Person, reason: Reason, now: number): void {
    for (const each of this.enrollments({ leadId: id })) {
      if (each.status === "active") this.put(stoppedFor(each, reason, now));
    }
  }

  #remove({ sequenceId, leadId }: Enrollment): void {
    this.#enrollments.delete(`${sequenceId} ${leadId}`);
  }
}
