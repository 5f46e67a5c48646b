import type { Updateable } from "kysely";
import type { DripEnrollments } from "../../src/platform/database/types.generated.ts";
import { LEADS, type LeadFixture, openLeads } from "./lead-fixture.ts";
import { DRIPS, step } from "./sequences-fixture.ts";
import type { Reply, TestApp } from "./test-app.ts";

/** A brokerage that puts leads on sequences, as its broker unless another key is given. */
export type OutreachFixture = LeadFixture & {
  /** One that no lead comes onto by itself. */
  sequence(body?: object): Promise<{ id: number; name: string }>;
  updateSequence(id: number, body: object): Promise<void>;
  readSequence(id: number): Promise<Reply["body"]>;
  enroll(sequence: number | string, lead: number | string, key?: string): Promise<Reply>;
  /** The same when it must be taken. */
  enrolled(sequence: number, lead: number): Promise<Reply["body"]>;
  stop(sequence: number | string, lead: number | string, key?: string): Promise<Reply>;
  enrollments(sequence: number | string, query?: string, key?: string): Promise<Reply>;
  preview(sequence: number | string, body: object, key?: string): Promise<Reply>;
  leadDrips(lead: number | string, key?: string): Promise<Reply>;
  /** Gives an enrollment the columns of a lead that has been on the sequence for a while. */
  set(enrollment: number, columns: Updateable<DripEnrollments>): Promise<void>;
  /** Everything that is kept of an enrollment. */
  stored(enrollment: number): ReturnType<typeof storedEnrollment>;
};

let made = 0;

export async function openOutreach(lintel: TestApp, slug: string): Promise<OutreachFixture> {
  const brokerage = await openLeads(lintel, slug);
  const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, key: string, body?: object) =>
    lintel.call(path, { method, key, ...(body && { body }) });
  const must = ({ status, text, body }: Reply) => {
    if (status !== 200) throw new Error(`answered ${status}: ${text}`);
    return body;
  };
  const fixture: OutreachFixture = {
    ...brokerage,
    async sequence(body) {
      const steps = [step("one", 2), step("two", 3), step("three", 5)];
      const standard = { name: `Sequence ${++made}`, trigger_state: "ARCHIVED", steps };
      return must(await send("POST", DRIPS, brokerage.broker, { ...standard, ...body }));
    },
    async updateSequence(id, body) {
      must(await send("PUT", `${DRIPS}/${id}`, brokerage.broker, body));
    },
    readSequence: async (id) => must(await send("GET", `${DRIPS}/${id}`, brokerage.broker)),
    enroll: (sequence, lead, key = brokerage.broker) =>
      send("POST", `${DRIPS}/${sequence}/enrollments/${lead}`, key),
    enrolled: async (sequence, lead) => must(await fixture.enroll(sequence, lead)),
    stop: (sequence, lead, key = brokerage.broker) =>
      send("DELETE", `${DRIPS}/${sequence}/enrollments/${lead}`, key),
    enrollments: (sequence, query = "", key = brokerage.broker) =>
      send("GET", `${DRIPS}/${sequence}/enrollments${query}`, key),
    preview: (sequence, body, key = brokerage.broker) =>
      send("POST", `${DRIPS}/${sequence}/preview`, key, body),
    leadDrips: (lead, key = brokerage.broker) => send("GET", `${LEADS}/${lead}/drips`, key),
    async set(id, columns) {
      await lintel.database.db.updateTable("drip_enrollments").set(columns).where("id", "=", id).execute();
    },
    stored: (id) => storedEnrollment(lintel, id),
  };
  return fixture;
}

function storedEnrollment({ database: { db } }: TestApp, id: number) {
  return db.selectFrom("drip_enrollments").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}
