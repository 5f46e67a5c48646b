import { leadByForm } from "./contact-form.ts";
import { LEADS } from "./lead-fixture.ts";
import { DRIPS, openSequences, type SequencesFixture } from "./sequences-fixture.ts";
import type { Reply, TestApp } from "./test-app.ts";

/** What an event is told with. */
const details: Record<string, object> = {
  contact_attempted: { channel: "call" },
  bogus_contact_detected: { reason_code: "other" },
  deal_collapsed: { reason_code: "other" },
  contract_voided: { reason_code: "other" },
};

/** The events on the way of a buyer's lead from NEW to QUALIFIED, and from there into a contract. */
export const toQualified = ["contact_attempted", "motivation_confirmed"];
export const toContract = ["buyer_agreement_signed", "contract_executed"];

/** A brokerage with sequences, and leads that come and move. */
export type DripsFixture = SequencesFixture & {
  /** By the contact form: a buyer's, unless the subject says otherwise. */
  arrives(fields?: object): Promise<number>;
  /** By hand, in the stage of a legacy status. */
  entered(fields?: object): Promise<number>;
  postEvent(lead: number, event: string): Promise<Reply>;
  /** Events that must be taken, one after the other. */
  moves(lead: number, events: readonly string[]): Promise<void>;
  /** By hand, from step one. */
  start(sequence: number, lead: number): Promise<void>;
  setFlag(lead: number, flag: string): Promise<void>;
  clearFlag(lead: number, flag: string): Promise<void>;
  settle(settings: object): Promise<void>;
  /** What a lead is or was on, by the order of sequences. */
  drips(lead: number): ReturnType<typeof dripsOf>;
  /** The same in short: `active at 2`, `completed`, `stopped: flagged`. */
  brief(lead: number): Promise<string[]>;
};

let people = 0;

export async function openDrips(lintel: TestApp, slug: string): Promise<DripsFixture> {
  const brokerage = await openSequences(lintel, slug);
  const send = async (method: "POST" | "PUT" | "DELETE", path: string, body: object) => {
    const reply = await lintel.call(path, { method, key: brokerage.broker, body });
    if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  };
  const postEvent: DripsFixture["postEvent"] = (lead, event) =>
    lintel.call(`${LEADS}/${lead}/transitions`, {
      method: "POST",
      key: brokerage.broker,
      body: { event_type: event, ...details[event] },
    });
  return {
    ...brokerage,
    arrives: (fields = {}) =>
      leadByForm(lintel, brokerage.host, { email: `visitor-${++people}@visitors.test`, ...fields }),
    async entered(fields = {}) {
      const email = `visitor-${++people}@visitors.test`;
      const person = { first_name: "Ada", last_name: "Lovelace", email, subject: "A house", message: "Hi" };
      return (await send("POST", LEADS, { ...person, ...fields })).id;
    },
    postEvent,
    async moves(lead, events) {
      for (const event of events) {
        const { status, text } = await postEvent(lead, event);
        if (status !== 200) throw new Error(`${event} was answered ${status}: ${text}`);
      }
    },
    async start(sequence, lead) {
      await send("POST", `${DRIPS}/${sequence}/enrollments/${lead}`, {});
    },
    async setFlag(lead, flag) {
      await send("PUT", `${LEADS}/${lead}/flags/${flag}`, {});
    },
    async clearFlag(lead, flag) {
      await send("DELETE", `${LEADS}/${lead}/flags/${flag}`, {});
    },
    settle: (settings) => send("PUT", `/api/admin/brokerages/${brokerage.id}/lead-settings`, settings),
    drips: (lead) => dripsOf(lintel, lead),
    async brief(lead) {
      return (await dripsOf(lintel, lead)).map(({ status, stopped_reason, next_step_position }) => {
        if (status === "active") return `active at ${next_step_position}`;
        return status === "stopped" ? `stopped: ${stopped_reason}` : status;
      });
    },
  };
}

function dripsOf({ database: { db } }: TestApp, lead: number) {
  return db
    .selectFrom("drip_enrollments")
    .selectAll()
    .where("lead_id", "=", lead)
    .orderBy("sequence_id")
    .execute();
}
