import { agentOf, brokersOf, mayGetLeads, type OracleBrokerage, type Reader } from "./oracle-brokerage.ts";
import { type Alert, alerts, DAY, type ModelledLead } from "./oracle-lead.ts";

/** The expected messages and timeline rows, as lines to compare. The choice of agents is taken from the product. */
export type Expected = { messages: string[]; rows: string[]; wrong: string[] };

/** Whom the product gave a lead to in a sweep, by email, in order. */
export type Picks = Map<string, string[]>;

type Kind = Exclude<Alert, "reassignment"> | "new_lead" | "follow_up_due";

const after = {
  agent_reminder: "reminder_after_seconds",
  broker_alert: "broker_alert_after_seconds",
  reassignment: "reassign_after_seconds",
  final_escalation: "final_escalation_after_seconds",
} as const;

const timeouts = {
  CONTACTING: { event: "timeout_no_response", days: "contacting_timeout_days" },
  QUALIFIED: { event: "timeout_180d_no_progress", days: "qualified_timeout_days" },
} as const;

const NURTURE_DAYS = 30;

/**
 * What a sweep has to do, from the text of SPEC.md and decisions.md alone (Alerts and notifications, Lifecycle timeouts,
 * Registration lead status, Lead settings): it shares no code with the product, and no database.
 */
export class Oracle {
  readonly brokerages = new Map<string, OracleBrokerage>();
  readonly leads = new Map<string, ModelledLead>();
  readonly #due = new Map<string, number>();
  /** Counts of due actions, with or without a message. */
  readonly seen = new Map<string, number>();

  /** Updates the due time of the lead. Call it after every change of the lead. */
  touch(lead: ModelledLead): void {
    this.#due.set(lead.name, this.#nextOf(lead));
  }

  /** The same for all leads of a brokerage, whose settings or people have changed. */
  touchBrokerage(name: string): void {
    for (const lead of this.leads.values()) if (lead.brokerage === name) this.touch(lead);
  }

  /** The next due time; Infinity: none. */
  get nextDue(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const due of this.#due.values()) if (due < next) next = due;
    return next;
  }

  /** The expected effects of a sweep now. Timeouts come first: an archived lead gets no alerts and no reminders. */
  sweep(now: number, picks: Picks): Expected {
    const expected: Expected = { messages: [], rows: [], wrong: [] };
    for (const [name, due] of this.#due) {
      if (due > now) continue;
      const lead = this.leads.get(name) as ModelledLead;
      const brokerage = this.#brokerageOf(lead);
      this.#timeOut(lead, brokerage, now, expected);
      for (const alert of this.#alertsDue(lead, brokerage, now)) {
        this.#decideAlert(lead, brokerage, { alert, now, picks }, expected);
      }
      this.#remind(lead, brokerage, now, expected);
      this.#nurture(lead, now);
      this.touch(lead);
    }
    for (const [name, left] of picks) {
      for (const agent of left)
        expected.wrong.push(`${name} was given to ${agent}, which nothing called for`);
    }
    return expected;
  }

  #brokerageOf({ brokerage }: ModelledLead): OracleBrokerage {
    return this.brokerages.get(brokerage) as OracleBrokerage;
  }

  #nextOf(lead: ModelledLead): number {
    const brokerage = this.#brokerageOf(lead);
    if (!brokerage.isOpen) return Number.POSITIVE_INFINITY;
    return Math.min(
      ...alerts.map((alert) => this.#alertDue(lead, brokerage, alert)),
      this.#timeoutDue(lead, brokerage),
      lead.followUp && !lead.followUp.isReminded ? lead.followUp.dueAt : Number.POSITIVE_INFINITY,
      this.#nurtureDue(lead),
    );
  }

  #alertDue(lead: ModelledLead, { settings }: OracleBrokerage, alert: Alert): number {
    if (lead.waitsSince === null || lead.decided.has(alert)) return Number.POSITIVE_INFINITY;
    return alert === "response_breach" ? lead.responseDueAt : lead.waitsSince + settings[after[alert]] * 1000;
  }

  /** What came first comes first, as if it had been swept in every minute. */
  #alertsDue(lead: ModelledLead, brokerage: OracleBrokerage, now: number): Alert[] {
    const due = (alert: Alert) => this.#alertDue(lead, brokerage, alert);
    return alerts.filter((alert) => due(alert) <= now).toSorted((one, other) => due(one) - due(other));
  }

  #timeoutDue(lead: ModelledLead, { settings }: OracleBrokerage): number {
    const rule = timeouts[lead.stage as keyof typeof timeouts];
    return rule ? lead.quietSince + settings[rule.days] * DAY : Number.POSITIVE_INFINITY;
  }

  #nurtureDue({ registration, changedAt }: ModelledLead): number {
    const isNever = registration === null || registration === "dead" || registration === "nurture";
    return isNever ? Number.POSITIVE_INFINITY : changedAt + NURTURE_DAYS * DAY;
  }

  #timeOut(lead: ModelledLead, brokerage: OracleBrokerage, now: number, { rows }: Expected): void {
    if (this.#timeoutDue(lead, brokerage) > now) return;
    const { event } = timeouts[lead.stage as keyof typeof timeouts];
    lead.move({ event, bySweep: true }, brokerage.settings, now);
    rows.push(`${lead.name} ${event}`);
    this.#count(event);
  }

  /** SPEC: Escalation ladder. Each alert is decided once, when due, by the settings of that time. */
  #decideAlert(
    lead: ModelledLead,
    brokerage: OracleBrokerage,
    { alert, now, picks }: { alert: Alert; now: number; picks: Picks },
    expected: Expected,
  ): void {
    lead.decided.add(alert);
    this.#count(alert);
    const { settings } = brokerage;
    const agent = agentOf(brokerage, lead.agent);
    if (alert === "response_breach" && settings.breach_alert) {
      // By email only; the later alerts go by text too.
      this.#notify(expected, lead, alert, agent ? [agent] : brokersOf(brokerage), false);
    }
    if (alert === "agent_reminder" && agent) this.#notify(expected, lead, alert, [agent], settings.sms);
    if (alert === "broker_alert") this.#notify(expected, lead, alert, brokersOf(brokerage), settings.sms);
    const reassigns = alert === "reassignment" || alert === "final_escalation";
    if (reassigns && settings.reassign) this.#reassign(lead, brokerage, { now, picks }, expected);
    if (alert === "final_escalation") this.#notify(expected, lead, alert, brokersOf(brokerage), settings.sms);
  }

  /** To an agent who may get leads and has not had this one; while there is one, it must be given. */
  #reassign(
    lead: ModelledLead,
    brokerage: OracleBrokerage,
    { now, picks }: { now: number; picks: Picks },
    expected: Expected,
  ): void {
    const able = [...brokerage.agents.values()]
      .filter((agent) => mayGetLeads(brokerage, agent) && !lead.previousAgents.has(agent.email))
      .map(({ email }) => email);
    if (able.length === 0) {
      this.#count("no agent to reassign to");
      return;
    }
    const picked = picks.get(lead.name)?.shift();
    if (picked === undefined) {
      expected.wrong.push(`${lead.name} was not reassigned; eligible were ${able.join(", ")}`);
      return;
    }
    if (!able.includes(picked))
      expected.wrong.push(`${lead.name} was given to ${picked}, not to ${able.join(", ")}`);
    const isFirst = lead.previousAgents.size === 0;
    lead.assign(picked, now);
    expected.rows.push(`${lead.name} ${isFirst ? "agent_assigned" : "agent_reassigned"} ${picked}`);
    this.#count("reassigned");
    const agent = agentOf(brokerage, picked);
    if (agent) this.#notify(expected, lead, "new_lead", [agent], brokerage.settings.sms);
  }

  /** SPEC: Follow-ups, reminded once when due. */
  #remind(lead: ModelledLead, brokerage: OracleBrokerage, now: number, expected: Expected): void {
    const { followUp } = lead;
    if (followUp === null || followUp.isReminded || followUp.dueAt > now) return;
    followUp.isReminded = true;
    this.#count("follow_up_due");
    const agent = agentOf(brokerage, lead.agent);
    // By email only.
    this.#notify(expected, lead, "follow_up_due", agent ? [agent] : brokersOf(brokerage), false);
  }

  /** SPEC: Registration lead status, 30 days without activity. */
  #nurture(lead: ModelledLead, now: number): void {
    if (this.#nurtureDue(lead) > now) return;
    lead.registration = "nurture";
    lead.change(now);
    this.#count("registration_nurtured");
  }

  /** Always by email; by text once per number, where the brokerage sends texts. No agent here has enabled push. */
  #notify(
    { messages }: Expected,
    { name }: ModelledLead,
    kind: Kind,
    readers: Reader[],
    byText: boolean,
  ): void {
    const lines = readers.flatMap(({ email, number }) => [
      `${name} ${kind} email ${email}`,
      ...(byText && number !== null ? [`${name} ${kind} sms ${number}`] : []),
    ]);
    messages.push(...new Set(lines));
    if (readers.length === 0) this.#count(`${kind} without recipients`);
  }

  #count(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }
}
