import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { LEADS } from "../../../test/harness/lead-fixture.ts";
import { type OutreachFixture, openOutreach } from "../../../test/harness/outreach-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const active = [
  409,
  { detail: "The lead is active on this sequence already: stop it first to start it again" },
];

describe("enrollLead, at once with itself and others", () => {
  let lintel: TestApp;
  let brokerage: OutreachFixture;
  let sequence: { id: number };
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openOutreach(lintel, `at-once-${++made}`);
    sequence = await brokerage.sequence();
    lead = await brokerage.makeLead();
  });

  const times = <T>(count: number, run: (at: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, at) => run(at)));
  const auditedDrips = async () =>
    (await auditOf(lintel, "lead", lead)).filter(
      ({ after }) => after !== null && "drip" in (after as object),
    );

  it("lets exactly one of 50 at once through", async () => {
    const replies = await times(50, () => brokerage.enroll(sequence.id, lead));
    const taken = replies.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    expect(replies.filter((reply) => reply !== taken[0]).map(outcome)).toEqual(Array(49).fill(active));
    expect(await brokerage.stored(taken[0]?.body.id)).toMatchObject({ run: 1, status: "active" });
    expect(await brokerage.readSequence(sequence.id)).toMatchObject({
      active_enrollments: 1,
      total_enrollments: 1,
    });
    expect(await auditedDrips()).toHaveLength(1);
  });

  it("lets exactly one of 50 restarts at once through", async () => {
    const { id } = await brokerage.enrolled(sequence.id, lead);
    await brokerage.stop(sequence.id, lead);
    const replies = await times(50, () => brokerage.enroll(sequence.id, lead));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(49).fill(409)]);
    expect(await brokerage.stored(id)).toMatchObject({ run: 2, status: "active" });
    expect(await auditedDrips()).toHaveLength(3);
  });

  it("leaves no enrollment active on a sequence that is turned off meanwhile, nor beyond its last step", async () => {
    const leads = await times(10, () => brokerage.makeLead());
    for (const edit of [{ steps: [] }, { active: false }]) {
      const { id } = await brokerage.sequence();
      const enrolling = leads.map((each) => brokerage.enroll(id, each));
      await brokerage.updateSequence(id, edit);
      expect((await Promise.all(enrolling)).every(({ status }) => [200, 409].includes(status))).toBe(true);
      expect((await brokerage.readSequence(id)).active_enrollments).toBe(0);
    }
  });

  it("waits for no transaction that waits for it: leads move, sequences are edited, and all are answered", async () => {
    const leads = await times(4, () => brokerage.makeLead());
    const sequences = [sequence, await brokerage.sequence({ trigger_state: "CONTACTING" })];
    const post = (path: string, body: object) =>
      lintel.call(`${LEADS}/${path}`, { method: "POST", key: brokerage.broker, body });
    const replies = await times(40, async (at) => {
      const [on, who] = [sequences[at % 2] as { id: number }, leads[at % 4] as number];
      if (at % 5 === 0) return brokerage.stop(on.id, who);
      if (at % 5 === 1)
        return post(`${who}/transitions`, { event_type: "contact_attempted", channel: "call" });
      if (at % 5 === 2) {
        await brokerage.updateSequence(on.id, { description: `Edit ${at}` });
      }
      return brokerage.enroll(on.id, who);
    });
    expect(replies.map(({ status }) => status).filter((status) => ![200, 404, 409].includes(status))).toEqual(
      [],
    );
  });

  it("finds no sequence or lead that is deleted meanwhile, and leaves nothing behind", async () => {
    const { id } = await brokerage.sequence();
    const [enrolled] = await Promise.all([
      brokerage.enroll(id, lead),
      lintel.call(`/api/v1/admin/drips/${id}`, { method: "DELETE", key: brokerage.broker }),
    ]);
    expect([200, 404]).toContain(enrolled.status);
    const [again] = await Promise.all([
      brokerage.enroll(sequence.id, lead),
      lintel.call(`${LEADS}/${lead}`, { method: "DELETE", key: brokerage.broker }),
    ]);
    expect([200, 404]).toContain(again.status);
    expect((await brokerage.enrollments(sequence.id)).body).toMatchObject({ items: [], total: 0 });
  });
});
