import { DAY, type ModelledLead, type Rung, rungs } from "./oracle-lead.ts";
import { agentOf, brokersOf, mayGetLeads, type Office, type Reader } from "./oracle-office.ts";

/** What must have been told, and what must stand on timelines, in lines that can be compared; which agent was chosen is the product's. */
export type Expected = { told: string[]; rows: string[]; wrong: string[] };

/** Whom the product gave a lead to in a sweep, by email, in order. */
export type Picks = Map<string, string[]>;

type Kind = Exclude<Rung, "reassignment"> | "new_lead" | "follow_up_due";

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
 * Registration lead status, Lead settings): it shares no code with the product, and knows nothing of a database.
 */
export class Oracle {
  readonly offices = new Map<string, Office>();
  readonly leads = new Map<string, ModelledLead>();
  readonly #due = new Map<string, number>();
  /** How often what fell due, whether somebody was told or it was passed over. */
  readonly seen = new Map<string, number>();

  /** Reckons anew when something of the lead falls due. Call it after every change of the lead. */
  touch(lead: ModelledLead): void {
    this.#due.set(lead.name, this.#nextOf(lead));
  }

  /** The same for all leads of a brokerage, whose settings or people have changed. */
  touchOffice(name: string): void {
    for (const lead of this.leads.values()) if (lead.office === name) this.touch(lead);
  }

  /** When something falls due next; Infinity: never, unless somebody does something. */
  get nextDue(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const due of this.#due.values()) if (due < next) next = due;
    return next;
  }

  /** What the sweep of this moment has to do. The order within: what has timed out waits no more and is not followed up. */
  sweep(now: number, picks: Picks): Expected {
    const expected: Expected = { told: [], rows: [], wrong: [] };
    for (const [name, due] of this.#due) {
      if (due > now) continue;
      const lead = this.leads.get(name) as ModelledLead;
      const office = this.#officeOf(lead);
      this.#timeOut(lead, office, now, expected);
      for (const rung of this.#rungsDue(lead, office, now)) {
        this.#climb(lead, office, { rung, now, picks }, expected);
      }
      this.#remind(lead, office, now, expected);
      this.#nurture(lead, now);
      this.touch(lead);
    }
    for (const [name, left] of picks) {
      for (const agent of left)
        expected.wrong.push(`${name} was given to ${agent}, which nothing called for`);
    }
    return expected;
  }

  #officeOf({ office }: ModelledLead): Office {
    return this.offices.get(office) as Office;
  }

  #nextOf(lead: ModelledLead): number {
    const office = this.#officeOf(lead);
    if (!office.isOpen) return Number.POSITIVE_INFINITY;
    return Math.min(
      ...rungs.map((rung) => this.#rungDue(lead, office, rung)),
      this.#timeoutDue(lead, office),
      lead.followUp && !lead.followUp.isReminded ? lead.followUp.dueAt : Number.POSITIVE_INFINITY,
      this.#nurtureDue(lead),
    );
  }

  #rungDue(lead: ModelledLead, { settings }: Office, rung: Rung): number {
    if (lead.waitsSince === null || lead.decided.has(rung)) return Number.POSITIVE_INFINITY;
    return rung === "response_breach" ? lead.responseDueAt : lead.waitsSince + settings[after[rung]] * 1000;
  }

  /** What came first comes first, as if it had been swept in every minute. */
  #rungsDue(lead: ModelledLead, office: Office, now: number): Rung[] {
    const due = (rung: Rung) => this.#rungDue(lead, office, rung);
    return rungs.filter((rung) => due(rung) <= now).toSorted((one, other) => due(one) - due(other));
  }

  #timeoutDue(lead: ModelledLead, { settings }: Office): number {
    const rule = timeouts[lead.stage as keyof typeof timeouts];
    return rule ? lead.quietSince + settings[rule.days] * DAY : Number.POSITIVE_INFINITY;
  }

  #nurtureDue({ registration, changedAt }: ModelledLead): number {
    const isNever = registration === null || registration === "dead" || registration === "nurture";
    return isNever ? Number.POSITIVE_INFINITY : changedAt + NURTURE_DAYS * DAY;
  }

  #timeOut(lead: ModelledLead, office: Office, now: number, { rows }: Expected): void {
    if (this.#timeoutDue(lead, office) > now) return;
    const { event } = timeouts[lead.stage as keyof typeof timeouts];
    lead.move({ event, bySweep: true }, office.settings, now);
    rows.push(`${lead.name} ${event}`);
    this.#count(event);
  }

  /** SPEC: Escalation ladder. Each rung is decided once, when its time has come, by the settings of then. */
  #climb(
    lead: ModelledLead,
    office: Office,
    { rung, now, picks }: { rung: Rung; now: number; picks: Picks },
    expected: Expected,
  ): void {
    lead.decided.add(rung);
    this.#count(rung);
    const { settings } = office;
    const agent = agentOf(office, lead.agent);
    if (rung === "response_breach" && settings.breach_alert) {
      // It is an email; only the rungs after it go by text too.
      this.#tell(expected, lead, rung, agent ? [agent] : brokersOf(office), false);
    }
    if (rung === "agent_reminder" && agent) this.#tell(expected, lead, rung, [agent], settings.sms);
    if (rung === "broker_alert") this.#tell(expected, lead, rung, brokersOf(office), settings.sms);
    const passesOn = rung === "reassignment" || rung === "final_escalation";
    if (passesOn && settings.reassign) this.#passOn(lead, office, { now, picks }, expected);
    if (rung === "final_escalation") this.#tell(expected, lead, rung, brokersOf(office), settings.sms);
  }

  /** To an agent who may get leads and has not had this one; while there is one, it must be given. */
  #passOn(
    lead: ModelledLead,
    office: Office,
    { now, picks }: { now: number; picks: Picks },
    expected: Expected,
  ): void {
    const able = [...office.agents.values()]
      .filter((agent) => mayGetLeads(office, agent) && !lead.hadBy.has(agent.email))
      .map(({ email }) => email);
    if (able.length === 0) {
      this.#count("nobody to pass on to");
      return;
    }
    const picked = picks.get(lead.name)?.shift();
    if (picked === undefined) {
      expected.wrong.push(`${lead.name} was given to nobody; it could be to ${able.join(", ")}`);
      return;
    }
    if (!able.includes(picked))
      expected.wrong.push(`${lead.name} was given to ${picked}, not to ${able.join(", ")}`);
    const isFirst = lead.hadBy.size === 0;
    lead.assign(picked, now);
    expected.rows.push(`${lead.name} ${isFirst ? "agent_assigned" : "agent_reassigned"} ${picked}`);
    this.#count("passed on");
    const agent = agentOf(office, picked);
    if (agent) this.#tell(expected, lead, "new_lead", [agent], office.settings.sms);
  }

  /** SPEC: Follow-ups, reminded once when due. */
  #remind(lead: ModelledLead, office: Office, now: number, expected: Expected): void {
    const { followUp } = lead;
    if (followUp === null || followUp.isReminded || followUp.dueAt > now) return;
    followUp.isReminded = true;
    this.#count("follow_up_due");
    const agent = agentOf(office, lead.agent);
    // It is no rung of the ladder: by mail.
    this.#tell(expected, lead, "follow_up_due", agent ? [agent] : brokersOf(office), false);
  }

  /** SPEC: Registration lead status, 30 days without activity. */
  #nurture(lead: ModelledLead, now: number): void {
    if (this.#nurtureDue(lead) > now) return;
    lead.registration = "nurture";
    lead.change(now);
    this.#count("registration_nurtured");
  }

  /** By mail always; by text to each number once, where the brokerage sends texts. Nobody here has enabled push. */
  #tell({ told }: Expected, { name }: ModelledLead, kind: Kind, readers: Reader[], byText: boolean): void {
    const lines = readers.flatMap(({ email, number }) => [
      `${name} ${kind} email ${email}`,
      ...(byText && number !== null ? [`${name} ${kind} sms ${number}`] : []),
    ]);
    told.push(...new Set(lines));
    if (readers.length === 0) this.#count(`${kind} to nobody`);
  }

  #count(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }
}
