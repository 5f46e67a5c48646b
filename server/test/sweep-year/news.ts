import type { TestApp } from "../harness/test-app.ts";
import type { Company } from "./company.ts";
import type { LeadDesk } from "./lead-desk.ts";

/** What the ledger and the timelines have gained, in the oracle's lines. */
export type News = {
  told: string[];
  rows: string[];
  /** Leads that were given to agents, in order. */
  assigned: { lead: string; agent: string | null }[];
  /** Of another time than now. */
  wrong: string[];
};

/** Beside what the sweep tells, people are told these; they are other tests' business. */
const OTHERS = ["welcome", "lead_returned"];

/** Reads what is new since it was read last. */
export class NewsReader {
  readonly #lintel: TestApp;
  readonly #company: Company;
  readonly #desk: LeadDesk;
  #lastRow = 0;
  #lastMessage = 0;

  constructor(lintel: TestApp, company: Company, desk: LeadDesk) {
    this.#lintel = lintel;
    this.#company = company;
    this.#desk = desk;
  }

  async read(): Promise<News> {
    const news: News = { told: [], rows: [], assigned: [], wrong: [] };
    const now = this.#lintel.clock.now().getTime();
    const [rows, messages] = await Promise.all([this.#rows(), this.#messages()]);
    for (const row of rows) {
      this.#lastRow = row.id;
      const lead = this.#nameOf(row.lead_id);
      const isAssignment = row.event_type.startsWith("agent_");
      const agentId = (row.payload as { agent_id?: number | null }).agent_id ?? null;
      const agent = agentId === null ? null : (this.#company.agentEmails.get(agentId) as string);
      if (isAssignment) news.assigned.push({ lead, agent });
      news.rows.push([lead, row.event_type, ...(isAssignment ? [agent] : [])].join(" "));
      if (row.created_at.getTime() !== now) news.wrong.push(`${lead} ${row.event_type} is of another time`);
    }
    for (const { id, lead_id, kind, channel, recipient, created_at } of messages) {
      this.#lastMessage = id;
      if (OTHERS.includes(kind)) continue;
      const line = `${this.#nameOf(lead_id)} ${kind} ${channel} ${recipient}`;
      news.told.push(line);
      if (created_at.getTime() !== now) news.wrong.push(`${line} is of another time`);
    }
    return news;
  }

  #nameOf(id: number | null): string {
    return this.#desk.names.get(id ?? 0) ?? `lead ${id}`;
  }

  #rows() {
    return this.#lintel.database.db
      .selectFrom("lead_events")
      .select(["id", "lead_id", "event_type", "payload", "created_at"])
      .where("id", ">", this.#lastRow)
      .orderBy("id")
      .execute();
  }

  #messages() {
    return this.#lintel.database.db
      .selectFrom("messages")
      .select(["id", "lead_id", "kind", "channel", "recipient", "created_at"])
      .where("id", ">", this.#lastMessage)
      .orderBy("id")
      .execute();
  }
}

/** What is in one list and not in the other, each as often as it is. */
export function differences(expected: string[], found: string[]): string[] {
  const left = new Map<string, number>();
  for (const line of expected) left.set(line, (left.get(line) ?? 0) + 1);
  for (const line of found) left.set(line, (left.get(line) ?? 0) - 1);
  return [...left].flatMap(([line, count]) =>
    count === 0 ? [] : [`${count > 0 ? "missing" : "too much"}: ${line}`],
  );
}
