import { runSweep } from "../../src/sweep/index.ts";
import type { TestApp } from "../harness/test-app.ts";
import { arrive } from "../lifecycle-model/spec-machine.ts";
import { SeededRandom } from "../search-oracle/seeded-random.ts";
import { applyToModel } from "./apply-to-model.ts";
import { BrokerageDriver } from "./brokerage-driver.ts";
import { drawAction } from "./draw-action.ts";
import { LeadDriver } from "./lead-driver.ts";
import { differences, type NewRecords, RecordReader } from "./new-records.ts";
import { Oracle, type Picks } from "./oracle.ts";
import type { OracleBrokerage } from "./oracle-brokerage.ts";
import { ModelledLead } from "./oracle-lead.ts";
import { MINUTE, type Plan } from "./plan.ts";
import type { LeadPlan, Step } from "./plan-leads.ts";
import { type ScheduledEvent, scheduleOf } from "./schedule.ts";

/** Every twentieth sweep runs twice in its minute, as in two processes. */
const REPEATED = 20;
const nothing: NewRecords = { messages: [], rows: [], assigned: [], wrong: [] };
const NEVER = Number.POSITIVE_INFINITY;

/** Runs a year of the product beside the oracle, and throws at the first difference. */
export class Year {
  readonly oracle: Oracle;
  readonly figures = { changes: 0, actions: 0, sweeps: 0, messages: 0, rows: 0 };
  readonly leadDriver: LeadDriver;
  readonly brokerageDriver: BrokerageDriver;
  readonly #lintel: TestApp;
  readonly #reader: RecordReader;

  static async begin(lintel: TestApp, plan: Plan): Promise<Year> {
    lintel.clock.set(new Date(plan.from).toISOString());
    const oracle = new Oracle();
    return new Year(lintel, oracle, await BrokerageDriver.open(lintel, oracle, plan.brokerages));
  }

  private constructor(lintel: TestApp, oracle: Oracle, brokerageDriver: BrokerageDriver) {
    this.#lintel = lintel;
    this.oracle = oracle;
    this.brokerageDriver = brokerageDriver;
    this.leadDriver = new LeadDriver(brokerageDriver);
    this.#reader = new RecordReader(lintel, brokerageDriver, this.leadDriver);
  }

  /** The sweep runs at the first whole minute at or after each event and due time; other minutes change nothing. */
  async run(plan: Plan): Promise<void> {
    const schedule = scheduleOf(plan);
    const idle = plan.idle.toSorted((a, b) => a - b);
    const nextAt = () => schedule[next]?.at ?? NEVER;
    let next = 0;
    let minute = plan.from;
    for (;;) {
      while ((idle[0] ?? NEVER) <= minute) idle.shift();
      const soonest = Math.min(nextAt(), this.oracle.nextDue, idle[0] ?? NEVER);
      minute = Math.max(Math.ceil(soonest / MINUTE) * MINUTE, minute + MINUTE);
      if (minute > plan.until) return;
      while (nextAt() <= minute) {
        const at = nextAt();
        const together: ScheduledEvent[] = [];
        while (nextAt() === at) together.push(schedule[next++] as ScheduledEvent);
        await this.#runEvents(at, together);
      }
      await this.#sweep(minute);
    }
  }

  /** Applies the changes of brokerages in sequence, then the actions on leads, concurrently by brokerage. */
  async #runEvents(at: number, together: ScheduledEvent[]): Promise<void> {
    this.#lintel.clock.set(new Date(at).toISOString());
    for (const each of together) if ("change" in each) await this.brokerageDriver.apply(each.change);
    const lanes = Object.values(Object.groupBy(together, ({ brokerage }) => brokerage));
    await Promise.all(
      lanes.map(async (lane) => {
        for (const each of lane ?? []) {
          if ("arrival" in each) await this.#receive(each.arrival, at);
          if ("step" in each) await this.#work(each.lead, each.step, at);
        }
      }),
    );
    const found = await this.#reader.read();
    const expected: string[] = [];
    for (const { lead, agent } of found.assigned) {
      const model = this.oracle.leads.get(lead) as ModelledLead;
      model.assign(agent, at);
      this.oracle.touch(model);
      if (agent !== null) expected.push(`${lead} new_lead email ${agent}`);
    }
    this.figures.changes += together.length;
    this.#check("people", [...differences(expected, found.messages), ...found.wrong], found);
  }

  async #receive(plan: LeadPlan, at: number): Promise<void> {
    await this.leadDriver.receive(plan);
    const machine = arrive(
      plan.isSeller && (plan.way === "contact form" || plan.way === "manual") ? "seller" : "buyer",
      plan.way === "manual" ? plan.status : "new",
      at,
    );
    const brokerage = this.oracle.brokerages.get(plan.brokerage) as OracleBrokerage;
    const lead = new ModelledLead({ ...plan, machine }, brokerage.settings, plan.way === "registration");
    this.oracle.leads.set(plan.name, lead);
    this.oracle.touch(lead);
  }

  async #work(name: string, step: Step, now: number): Promise<void> {
    const lead = this.oracle.leads.get(name) as ModelledLead;
    const brokerage = this.oracle.brokerages.get(lead.brokerage) as OracleBrokerage;
    if (!brokerage.isOpen) return;
    const action = drawAction({ lead, brokerage, now, random: new SeededRandom(step.seed) }, step.isFirst);
    try {
      await this.leadDriver.perform(lead, action);
    } catch (error) {
      throw new Error(`${name} in ${lead.stage}, ${JSON.stringify(action)}: ${error}`, { cause: error });
    }
    applyToModel(lead, action, brokerage, now);
    this.oracle.touch(lead);
    this.figures.actions++;
  }

  async #sweep(minute: number): Promise<void> {
    this.#lintel.clock.set(new Date(minute).toISOString());
    await this.#sweepOnce(minute);
    if (++this.figures.sweeps % REPEATED === 0) await this.#sweepOnce(minute);
  }

  async #sweepOnce(minute: number): Promise<void> {
    const nurtured = () => this.oracle.seen.get("registration_nurtured") ?? 0;
    const before = nurtured();
    const { counts } = await runSweep(this.#lintel.ctx);
    // An unreported effect of a sweep is found by the next read, with a wrong time.
    const isQuiet = this.oracle.nextDue > minute && Object.values(counts).every((count) => count === 0);
    const found = isQuiet ? nothing : await this.#reader.read();
    const picks: Picks = new Map();
    for (const { lead, agent } of found.assigned) {
      if (agent !== null) picks.set(lead, [...(picks.get(lead) ?? []), agent]);
    }
    const expected = this.oracle.sweep(minute, picks);
    const wrong = [
      ...expected.wrong,
      ...differences(expected.messages, found.messages),
      ...differences(expected.rows, found.rows),
      ...found.wrong,
    ];
    const now = nurtured() - before;
    if (counts.registration_nurtured !== now) {
      wrong.push(`${counts.registration_nurtured} registrations were nurtured, not ${now}`);
    }
    this.#check("sweep", wrong, found);
  }

  #check(who: string, wrong: string[], { messages, rows }: NewRecords): void {
    this.figures.messages += messages.length;
    this.figures.rows += rows.length;
    if (wrong.length === 0) return;
    throw new Error(`${who} at ${this.#lintel.clock.now().toISOString()}:\n  ${wrong.join("\n  ")}`);
  }
}
