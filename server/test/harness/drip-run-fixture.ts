import type { Insertable } from "kysely";
import type { Email } from "postal-mime";
import type { DripEnrollments } from "../../src/platform/database/types.generated.ts";
import { LEADS, type LeadFixture, openLeads } from "./lead-fixture.ts";
import type { MailFixture } from "./mail-fixture.ts";
import { DRIPS, step } from "./sequences-fixture.ts";
import type { Reply } from "./test-app.ts";

export const DAY_MS = 86_400_000;

/** An office with a mail server, whose drips run when a test says so. */
export type DripRunFixture = LeadFixture & {
  mail: MailFixture;
  admin: string;
  /** A sequence on QUALIFIED with a step of each delay in days, called 1, 2, 3 …; its body says so. */
  sequence(delays: number[], fields?: object): Promise<number>;
  edit(sequence: number, fields: object): Promise<void>;
  /** Enrolls a lead by hand. */
  enroll(sequence: number, lead: number): Promise<Reply>;
  run(query?: string): Promise<Reply["body"]>;
  /** The same after some days. */
  runAfter(days: number): Promise<Reply["body"]>;
  /** The enrollment of a lead in a sequence, as it is stored. */
  enrollment(sequence: number, lead: number): Promise<DripRow>;
  flag(lead: number, flag: string): Promise<void>;
  report(lead: number, event: object): Promise<void>;
  /** A lead with an address of its own. */
  person(fields?: object): Promise<{ id: number; email: string }>;
  mails(address: string): Promise<Email[]>;
};

type DripRow = Required<Insertable<DripEnrollments>> & { status: string };

let made = 0;

export async function openDripRun(mail: MailFixture, slug: string): Promise<DripRunFixture> {
  const { lintel } = mail;
  const brokerage = await openLeads(lintel, slug);
  const admin = await lintel.createKey("admin");
  const must = async (method: "POST" | "PUT", path: string, body: object, key = brokerage.broker) => {
    const reply = await lintel.call(path, { method, key, body });
    if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
    return reply;
  };
  const run = async (query = "") => (await must("POST", `${DRIPS}/run${query}`, {}, admin)).body;
  return {
    ...brokerage,
    mail,
    admin,
    async sequence(delays, fields = {}) {
      const steps = delays.map((delay, at) => step(String(at + 1), delay));
      const body = { name: `Sequence ${++made}`, trigger_state: "QUALIFIED", steps, ...fields };
      return (await must("POST", DRIPS, body)).body.id;
    },
    async edit(sequence, fields) {
      await must("PUT", `${DRIPS}/${sequence}`, fields);
    },
    enroll: (sequence, lead) =>
      lintel.call(`${DRIPS}/${sequence}/enrollments/${lead}`, { method: "POST", key: brokerage.broker }),
    run,
    async runAfter(days) {
      lintel.clock.advance(days * DAY_MS);
      return run();
    },
    enrollment: async (sequence, lead) =>
      (await lintel.database.db
        .selectFrom("drip_enrollments")
        .selectAll()
        .where("sequence_id", "=", sequence)
        .where("lead_id", "=", lead)
        .executeTakeFirstOrThrow()) as unknown as DripRow,
    async flag(lead, flag) {
      await must("PUT", `${LEADS}/${lead}/flags/${flag}`, {});
    },
    async report(lead, event) {
      await must("POST", `${LEADS}/${lead}/transitions`, event);
    },
    async person(fields = {}) {
      const email = `person-${++made}@${slug}.test`;
      return { id: await brokerage.makeLead({ email, ...fields }), email };
    },
    mails: (address) => mail.mailsTo(address),
  };
}
