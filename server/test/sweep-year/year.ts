import { runSweep } from "../../src/sweep/index.ts";
import type { TestApp } from "../harness/test-app.ts";
import { arrive } from "../lifecycle-model/spec-machine.ts";
import { SeededRandom } from "../search-oracle/seeded-random.ts";
import { agendaOf, type Happening } from "./agenda.ts";
import { Company } from "./company.ts";
import { LeadDesk } from "./lead-desk.ts";
import { learn } from "./learn.ts";
import { differences, type News, NewsReader } from "./news.ts";
import { Oracle, type Picks } from "./oracle.ts";
import { ModelledLead } from "./oracle-lead.ts";
import type { Office } from "./oracle-office.ts";
import { MINUTE, type Plan } from "./plan.ts";
import type { LeadPlan, Step } from "./plan-leads.ts";
import { drawDeed } from "./steps.ts";

/** Every so many sweeps, one runs a second time in its minute: as two processes would. */
const REPEATED = 20;
const nothing: News = { told: [], rows: [], assigned: [], wrong: [] };
const NEVER = Number.POSITIVE_INFINITY;

/** A year of the product beside the oracle's. It stops where they differ. */
export class Year {
  readonly oracle: Oracle;
  readonly figures = { changes: 0, deeds: 0, sweeps: 0, told: 0, rows: 0 };
  readonly desk: LeadDesk;
  readonly company: Company;
  readonly #lintel: TestApp;
  readonly #news: NewsReader;

  static async begin(lintel: TestApp, plan: Plan): Promise<Year> {
    lintel.clock.set(new Date(plan.from).toISOString());
    const oracle = new Oracle();
    return new Year(lintel, oracle, await Company.open(lintel, oracle, plan.offices));
  }

  private constructor(lintel: TestApp, oracle: Oracle, company: Company) {
    this.#lintel = lintel;
    this.oracle = oracle;
    this.company = company;
    this.desk = new LeadDesk(company);
    this.#news = new NewsReader(lintel, company, this.desk);
  }

  /** The sweep runs at the first whole minute at or after whatever happens or falls due: those are all that matter. */
  async run(plan: Plan): Promise<void> {
    const agenda = agendaOf(plan);
    const idle = plan.idle.toSorted((a, b) => a - b);
    const nextAt = () => agenda[next]?.at ?? NEVER;
    let next = 0;
    let minute = plan.from;
    for (;;) {
      while ((idle[0] ?? NEVER) <= minute) idle.shift();
      const soonest = Math.min(nextAt(), this.oracle.nextDue, idle[0] ?? NEVER);
      minute = Math.max(Math.ceil(soonest / MINUTE) * MINUTE, minute + MINUTE);
      if (minute > plan.until) return;
      while (nextAt() <= minute) {
        const at = nextAt();
        const together: Happening[] = [];
        while (nextAt() === at) together.push(agenda[next++] as Happening);
        await this.#happen(at, together);
      }
      await this.#sweep(minute);
    }
  }

  /** Brokerages change one after another; then the people of each go about their leads, all at once. */
  async #happen(at: number, together: Happening[]): Promise<void> {
    this.#lintel.clock.set(new Date(at).toISOString());
    for (const each of together) if ("change" in each) await this.company.apply(each.change);
    const lanes = Object.values(Object.groupBy(together, ({ office }) => office));
    await Promise.all(
      lanes.map(async (lane) => {
        for (const each of lane ?? []) {
          if ("arrival" in each) await this.#receive(each.arrival, at);
          if ("step" in each) await this.#work(each.lead, each.step, at);
        }
      }),
    );
    const news = await this.#news.read();
    const expected: string[] = [];
    for (const { lead, agent } of news.assigned) {
      const model = this.oracle.leads.get(lead) as ModelledLead;
      model.assign(agent, at);
      this.oracle.touch(model);
      if (agent !== null) expected.push(`${lead} new_lead email ${agent}`);
    }
    this.figures.changes += together.length;
    this.#judge("people", [...differences(expected, news.told), ...news.wrong], news);
  }

  async #receive(plan: LeadPlan, at: number): Promise<void> {
    await this.desk.receive(plan);
    const machine = arrive(
      plan.isSeller && (plan.way === "contact form" || plan.way === "manual") ? "seller" : "buyer",
      plan.way === "manual" ? plan.status : "new",
      at,
    );
    const office = this.oracle.offices.get(plan.office) as Office;
    const lead = new ModelledLead({ ...plan, machine }, office.settings, plan.way === "registration");
    this.oracle.leads.set(plan.name, lead);
    this.oracle.touch(lead);
  }

  async #work(name: string, step: Step, now: number): Promise<void> {
    const lead = this.oracle.leads.get(name) as ModelledLead;
    const office = this.oracle.offices.get(lead.office) as Office;
    if (!office.isOpen) return;
    const deed = drawDeed({ lead, office, now, random: new SeededRandom(step.seed) }, step.isFirst);
    try {
      await this.desk.perform(lead, deed);
    } catch (error) {
      throw new Error(`${name} in ${lead.stage}, ${JSON.stringify(deed)}: ${error}`, { cause: error });
    }
    learn(lead, deed, office, now);
    this.oracle.touch(lead);
    this.figures.deeds++;
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
    // What a sweep does without saying so is found at the next reading, and is of another time than that.
    const isQuiet = this.oracle.nextDue > minute && Object.values(counts).every((count) => count === 0);
    const news = isQuiet ? nothing : await this.#news.read();
    const picks: Picks = new Map();
    for (const { lead, agent } of news.assigned) {
      if (agent !== null) picks.set(lead, [...(picks.get(lead) ?? []), agent]);
    }
    const expected = this.oracle.sweep(minute, picks);
    const wrong = [
      ...expected.wrong,
      ...differences(expected.told, news.told),
      ...differences(expected.rows, news.rows),
      ...news.wrong,
    ];
    const now = nurtured() - before;
    if (counts.registration_nurtured !== now) {
      wrong.push(`${counts.registration_nurtured} registrations were nurtured, not ${now}`);
    }
    this.#judge("sweep", wrong, news);
  }

  #judge(who: string, wrong: string[], { told, rows }: News): void {
    this.figures.told += told.length;
    this.figures.rows += rows.length;
    if (wrong.length === 0) return;
    throw new Error(`${who} at ${this.#lintel.clock.now().toISOString()}:\n  ${wrong.join("\n  ")}`);
  }
}
