import { judge, type Lead, type Report, type Stage } from "../lifecycle-model/spec-machine.ts";
import type { Settings } from "./oracle-office.ts";

export const rungs = [
  "response_breach",
  "agent_reminder",
  "broker_alert",
  "reassignment",
  "final_escalation",
] as const;
export type Rung = (typeof rungs)[number];

export const DAY = 86_400_000;
const OPEN: readonly Stage[] = ["NEW", "CONTACTING", "QUALIFIED", "COMMITTED", "IN_CONTRACT"];

type FollowUp = { dueAt: number; setAt: number; isReminded: boolean };

/** A lead as SPEC.md has it, for the oracle: told what people do, it knows what may fall due. Times are milliseconds. */
export class ModelledLead {
  readonly name: string;
  readonly office: string;
  machine: Lead;
  stageSince: number;
  /** When the response clock began to run; null: nobody is waited for. */
  waitsSince: number | null = null;
  responseDueAt = 0;
  readonly decided = new Set<Rung>();
  agent: string | null = null;
  readonly hadBy = new Set<string>();
  followUp: FollowUp | null = null;
  /** A contact either way, and what counts as one: a tour, another registration. */
  lastContact: number;
  lastSign: number;
  /** When anything of it changed last. */
  changedAt: number;
  /** Null: it did not register. */
  registration: string | null;

  constructor(
    { name, office, machine }: { name: string; office: string; machine: Lead },
    settings: Settings,
    hasRegistered: boolean,
  ) {
    this.name = name;
    this.office = office;
    this.machine = machine;
    const at = machine.receivedAt;
    this.stageSince = this.lastContact = this.lastSign = this.changedAt = at;
    this.registration = hasRegistered ? "new" : null;
    if (machine.stage === "NEW") this.#startClock(at, settings);
  }

  get stage(): Stage {
    return this.machine.stage;
  }

  get isOpen(): boolean {
    return OPEN.includes(this.stage);
  }

  /** SPEC, Lifecycle timeouts: nothing of it has moved or been heard since. */
  get quietSince(): number {
    return Math.max(this.stageSince, this.lastContact, this.lastSign);
  }

  /** SPEC: Canonical pipeline stage. What the product took, the spec takes too. */
  move(report: Report, settings: Settings, now: number): void {
    const before = this.machine;
    const after = judge(before, report, now);
    if (typeof after === "number")
      throw new Error(`${this.name}: the spec answers ${report.event} with ${after}`);
    this.machine = after;
    this.changedAt = now;
    const at = report.at ?? now;
    if (after.stage !== before.stage) this.stageSince = at;
    if (before.stage === "NEW") this.waitsSince = null;
    // Known only now: nobody could have answered before.
    if (after.stage === "NEW") this.#startClock(now, settings);
    if (report.event === "contact_attempted") this.#hear("outbound", at, settings);
    if (!this.isOpen) this.followUp = null;
  }

  /** Beside the first one, which is a move. */
  contact(direction: "outbound" | "inbound", at: number, settings: Settings, now: number): void {
    if (direction === "inbound") this.lastSign = Math.max(this.lastSign, at);
    this.#hear(direction, at, settings);
    this.changedAt = now;
  }

  /** A visitor has been in touch without anybody's logging it: another registration, a tour. */
  returns(at: number): void {
    this.lastContact = this.lastSign = this.changedAt = at;
  }

  sign(at: number): void {
    this.lastSign = this.changedAt = at;
  }

  change(at: number): void {
    this.changedAt = at;
  }

  book(dueAt: number, at: number): void {
    this.followUp = { dueAt, setAt: at, isReminded: false };
    this.changedAt = at;
  }

  unbook(at: number): void {
    this.followUp = null;
    this.changedAt = at;
  }

  assign(agent: string | null, at: number): void {
    this.agent = agent;
    this.changedAt = at;
    if (agent === null) return;
    this.hadBy.add(agent);
    if (this.registration === "new") this.registration = "assigned";
  }

  #startClock(at: number, { response_target_seconds: target }: Settings): void {
    this.waitsSince = at;
    this.responseDueAt = at + target * 1000;
  }

  /** decisions.md, Leads: what a contact does to the follow-up. One that is entered late settles what was booked before it. */
  #hear(direction: "outbound" | "inbound", at: number, settings: Settings): void {
    const days = settings.follow_up_after_contact_days;
    const isLatest = at >= this.lastContact;
    const settles = this.followUp === null || at >= this.followUp.setAt;
    if (settles) {
      const isNext = direction === "outbound" && isLatest && days > 0 && this.isOpen;
      this.followUp = isNext ? { dueAt: at + days * DAY, setAt: at, isReminded: false } : null;
    }
    if (isLatest) this.lastContact = at;
    const isUntouched = this.registration === "new" || this.registration === "assigned";
    if (direction === "outbound" && isUntouched) this.registration = "contacted";
  }
}
