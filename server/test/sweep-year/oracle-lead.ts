import { judge, type Lead, type Report, type Stage } from "../lifecycle-model/spec-machine.ts";
import type { Settings } from "./oracle-brokerage.ts";

export const alerts = [
  "response_breach",
  "agent_reminder",
  "broker_alert",
  "reassignment",
  "final_escalation",
] as const;
export type Alert = (typeof alerts)[number];

export const DAY = 86_400_000;
const OPEN: readonly Stage[] = ["NEW", "CONTACTING", "QUALIFIED", "COMMITTED", "IN_CONTRACT"];

type FollowUp = { dueAt: number; setAt: number; isReminded: boolean };

/** A lead by SPEC.md, for the oracle: actions update it, and due times follow from it. Times are milliseconds. */
export class ModelledLead {
  readonly name: string;
  readonly brokerage: string;
  machine: Lead;
  stageSince: number;
  /** When the response clock started; null: it does not run. */
  waitsSince: number | null = null;
  responseDueAt = 0;
  readonly decided = new Set<Alert>();
  agent: string | null = null;
  readonly previousAgents = new Set<string>();
  followUp: FollowUp | null = null;
  /** A contact either way, and what counts as one: a tour, another registration. */
  lastContact: number;
  lastSign: number;
  /** When anything of it changed last. */
  changedAt: number;
  /** Null: it did not register. */
  registration: string | null;

  constructor(
    { name, brokerage, machine }: { name: string; brokerage: string; machine: Lead },
    settings: Settings,
    hasRegistered: boolean,
  ) {
    this.name = name;
    this.brokerage = brokerage;
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
    // Starts now, also for a backdated event.
    if (after.stage === "NEW") this.#startClock(now, settings);
    if (report.event === "contact_attempted") this.#recordContact("outbound", at, settings);
    if (!this.isOpen) this.followUp = null;
  }

  /** Beside the first one, which is a move. */
  contact(direction: "outbound" | "inbound", at: number, settings: Settings, now: number): void {
    if (direction === "inbound") this.lastSign = Math.max(this.lastSign, at);
    this.#recordContact(direction, at, settings);
    this.changedAt = now;
  }

  /** A contact by the visitor without a logged one: another registration, a tour. */
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

  clearFollowUp(at: number): void {
    this.followUp = null;
    this.changedAt = at;
  }

  assign(agent: string | null, at: number): void {
    this.agent = agent;
    this.changedAt = at;
    if (agent === null) return;
    this.previousAgents.add(agent);
    if (this.registration === "new") this.registration = "assigned";
  }

  #startClock(at: number, { response_target_seconds: target }: Settings): void {
    this.waitsSince = at;
    this.responseDueAt = at + target * 1000;
  }

  /** decisions.md, Leads: what a contact does to the follow-up. One that is entered late settles what was booked before it. */
  #recordContact(direction: "outbound" | "inbound", at: number, settings: Settings): void {
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
