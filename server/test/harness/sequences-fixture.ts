import type { Insertable } from "kysely";
import type { DripEnrollments } from "../../src/platform/database/types.generated.ts";
import { type BrokerageFixture, openBrokerage } from "./brokerage-fixture.ts";
import type { Reply, TestApp } from "./test-app.ts";

export const DRIPS = "/api/v1/admin/drips";

/** A step that says which one it is. */
export const step = (name: string, delay_days = 1) => ({
  delay_days,
  subject_template: `Subject ${name}`,
  body_template: `Body ${name}`,
});

/** A brokerage that writes sequences, as its broker unless another key is given. */
export type SequencesFixture = BrokerageFixture & {
  create(body?: object, key?: string): Promise<Reply>;
  /** The same when it must be there. */
  sequence(body?: object): Promise<Reply["body"]>;
  read(id: number, key?: string): Promise<Reply>;
  update(id: number | string, body: unknown, key?: string): Promise<Reply>;
  remove(id: number, key?: string): Promise<Reply>;
  list(query?: string, key?: string): Promise<Reply>;
  /** A lead on a sequence, straight in the table. */
  enroll(sequenceId: number, fields?: Partial<Insertable<DripEnrollments>>): Promise<number>;
};

let made = 0;

export async function openSequences(lintel: TestApp, slug: string): Promise<SequencesFixture> {
  const brokerage = await openBrokerage(lintel, slug);
  const call = (method: "GET" | "POST" | "PUT" | "DELETE") => (path: string, key: string, body?: unknown) =>
    lintel.call(`${DRIPS}${path}`, { method, key, ...(body !== undefined && { body }) });
  const create: SequencesFixture["create"] = (body = {}, key = brokerage.broker) =>
    call("POST")("", key, { name: `Sequence ${++made}`, trigger_state: "NEW", ...body });
  return {
    ...brokerage,
    create,
    async sequence(body) {
      const reply = await create(body);
      if (reply.status !== 200) throw new Error(`not created: ${reply.text}`);
      return reply.body;
    },
    read: (id, key = brokerage.broker) => call("GET")(`/${id}`, key),
    update: (id, body, key = brokerage.broker) => call("PUT")(`/${id}`, key, body),
    remove: (id, key = brokerage.broker) => call("DELETE")(`/${id}`, key),
    list: (query = "", key = brokerage.broker) => call("GET")(query, key),
    async enroll(sequenceId, fields = {}) {
      const lead = await lintel.call("/api/v1/admin/leads", {
        method: "POST",
        key: brokerage.broker,
        body: {
          first_name: "Ann",
          last_name: "Oak",
          email: `ann-${++made}@leads.test`,
          subject: "Hi",
          message: "Hi",
          // CLOSED triggers nothing.
          status: "converted",
        },
      });
      const at = lintel.clock.now();
      const { id } = await lintel.database.db
        .insertInto("drip_enrollments")
        .values({
          sequence_id: sequenceId,
          lead_id: lead.body.id,
          enrolled_at: at,
          enrolled_state: "QUALIFIED",
          ...((fields.status ?? "active") === "active" && { next_step_position: 1, next_send_at: at }),
          ...fields,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}

/** What is kept of an enrollment, but for who is on it and since when. */
export async function enrollment(lintel: TestApp, id: number) {
  return lintel.database.db
    .selectFrom("drip_enrollments")
    .select([
      "status",
      "next_step_position",
      "next_send_at",
      "stopped_reason",
      "stopped_at",
      "resumes_at_position",
      "resumes_send_at",
    ])
    .where("id", "=", id)
    .executeTakeFirst();
}
