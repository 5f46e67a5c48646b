import type { TestApp } from "../harness/test-app.ts";
import type { BrokerageDriver } from "./brokerage-driver.ts";
import type { LeadDriver } from "./lead-driver.ts";

/** New rows of the ledger and the timelines, as lines of the oracle. */
export type NewRecords = {
  messages: string[];
  rows: string[];
  /** Assignments of leads, in order. */
  assigned: { lead: string; agent: string | null }[];
  /** Rows with another time than now. */
  wrong: string[];
};

/** Messages that other tests cover. */
const OTHERS = ["welcome", "lead_returned"];

/** Reads the rows added since the last read. */
export class RecordReader {
  readonly #lintel: TestApp;
  readonly #brokerageDriver: BrokerageDriver;
  readonly #leadDriver: LeadDriver;
  #lastRow = 0;
  #lastMessage = 0;

  constructor(lintel: TestApp, brokerageDriver: BrokerageDriver, leadDriver: LeadDriver) {
    this.#lintel = lintel;
    this.#brokerageDriver = brokerageDriver;
    this.#leadDriver = leadDriver;
  }

  async read(): Promise<NewRecords> {
    const found: NewRecords = { messages: [], rows: [], assigned: [], wrong: [] };
    const now = this.#lintel.clock.now().getTime();
    const [rows, messages] = await Promise.all([this.#rows(), this.#messages()]);
    for (const row of rows) {
      this.#lastRow = row.id;
      const lead = this.#nameOf(row.lead_id);
      const isAssignment = row.event_type.startsWith("agent_");
      const agentId = (row.payload as { agent_id?: number | null }).agent_id ?? null;
      const agent = agentId === null ? null : (this.#brokerageDriver.agentEmails.get(agentId) as string);
      if (isAssignment) found.assigned.push({ lead, agent });
      found.rows.push([lead, row.event_type, ...(isAssignment ? [agent] : [])].join(" "));
      if (row.created_at.getTime() !== now) found.wrong.push(`${lead} ${row.event_type} is of another time`);
    }
    for (const { id, lead_id, kind, channel, recipient, created_at } of messages) {
      this.#lastMessage = id;
      if (OTHERS.includes(kind)) continue;
      const line = `${this.#nameOf(lead_id)} ${kind} ${channel} ${recipient}`;
      found.messages.push(line);
      if (created_at.getTime() !== now) found.wrong.push(`${line} is of another time`);
    }
    return found;
  }

  #nameOf(id: number | null): string {
    return this.#leadDriver.names.get(id ?? 0) ?? `lead ${id}`;
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

/** The multiset difference of two lists of lines. */
export function differences(expected: string[], found: string[]): string[] {
  const left = new Map<string, number>();
  for (const line of expected) left.set(line, (left.get(line) ?? 0) + 1);
  for (const line of found) left.set(line, (left.get(line) ?? 0) - 1);
  return [...left].flatMap(([line, count]) =>
    count === 0 ? [] : [`${count > 0 ? "missing" : "too much"}: ${line}`],
  );
}
