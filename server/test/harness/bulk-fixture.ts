import { expect } from "vitest";
import { takeEvents } from "../../src/event-outbox/index.ts";
import { LEADS, openLeads } from "./lead-fixture.ts";
import type { MailFixture } from "./mail-fixture.ts";
import { DRIPS, step } from "./sequences-fixture.ts";

export const BULK = `${LEADS}/bulk`;

export type BulkFixture = Awaited<ReturnType<typeof openBulk>>;

/** A brokerage whose broker edits many leads at once. */
export async function openBulk(fixture: MailFixture, slug: string) {
  const { lintel } = fixture;
  const brokerage = await openLeads(lintel, slug);
  lintel.clock.advance(3_600_000);
  await takeEvents(lintel.database.db, 10_000, lintel.clock.now());
  const edit = (lead_ids: number[], body: object, key = brokerage.broker, headers = {}) =>
    lintel.call(BULK, { method: "POST", key, body: { lead_ids, ...body }, headers });
  const done = async (...args: Parameters<typeof edit>) => {
    const reply = await edit(...args);
    expect([reply.status, reply.body.refused, reply.text]).toEqual([200, 0, reply.text]);
    return reply.body as { id: number; undo_until: string };
  };
  const undo = (id: number, key = brokerage.broker) =>
    lintel.call(`${BULK}/${id}/undo`, { method: "POST", key, keyed: false });
  const leads = (count: number, columns = {}) =>
    Promise.all(Array.from({ length: count }, () => brokerage.makeLead(columns)));
  const later = (ms: number) => lintel.clock.advance(ms);
  const events = async () =>
    (await takeEvents(lintel.database.db, 1000, lintel.clock.now())).map(
      ({ event, subject }) => `${event} ${subject}`,
    );
  /** A lead with all that a bulk edit may change. */
  const stateOf = async (lead: number) => {
    const { db } = lintel.database;
    const { updated_at, ...row } = (await db
      .selectFrom("leads")
      .selectAll()
      .where("id", "=", lead)
      .executeTakeFirstOrThrow()) as Record<string, unknown>;
    const enrollments = await db
      .selectFrom("drip_enrollments")
      .selectAll()
      .where("lead_id", "=", lead)
      .execute();
    const tags = (await brokerage.read(lead)).body.tags;
    return { row, enrollments, tags, timeline: await brokerage.timeline(lead) };
  };
  const mailsTo = async (agent: { id: number }) => {
    await fixture.deliver();
    const { email } = await lintel.database.db
      .selectFrom("agents")
      .select("email")
      .where("id", "=", agent.id)
      .executeTakeFirstOrThrow();
    return fixture.mailsTo(email);
  };
  const sequence = async (fields = {}) => {
    const reply = await lintel.call(DRIPS, {
      method: "POST",
      key: brokerage.broker,
      body: { name: `Nurture of ${slug}`, trigger_state: "QUALIFIED", steps: [step("one", 0)], ...fields },
    });
    return reply.body.id as number;
  };
  return { brokerage, edit, done, undo, leads, later, events, stateOf, mailsTo, sequence };
}
