import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { type OutreachFixture, openOutreach } from "../../../test/harness/outreach-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

type Listed = { lead_id: number };

/** SPEC: Drip sequences, GET /{id}/enrollments. */
describe("listEnrollments", () => {
  let lintel: TestApp;
  let admin: string;
  let brokerage: OutreachFixture;
  let sequence: { id: number };
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openOutreach(lintel, `listing-${++made}`);
    sequence = await brokerage.sequence();
  });

  async function enrolled(columns: Parameters<OutreachFixture["makeLead"]>[0] = {}): Promise<number> {
    const lead = await brokerage.makeLead(columns);
    await brokerage.enrolled(sequence.id, lead);
    return lead;
  }
  const leadsOf = ({ body }: { body: { items: Listed[] } }) => body.items.map(({ lead_id }) => lead_id);

  it("lists every enrollment, active, completed and stopped, with the lead's name and address", async () => {
    const active = await enrolled({ first_name: " Ann", last_name: "Oak ", email: "ann@leads.test" });
    const stopped = await enrolled({ first_name: "", last_name: "Elm", email: "" });
    await brokerage.stop(sequence.id, stopped);
    const completed = await enrolled();
    const { id } = (await brokerage.leadDrips(completed)).body.enrollments[0];
    const sent = lintel.clock.now();
    const done = { status: "completed", next_step_position: null, next_send_at: null, last_sent_at: sent };
    await brokerage.set(id, done);
    const { status, body } = await brokerage.enrollments(sequence.id);
    const now = sent.toISOString();
    const common = { sequence_id: sequence.id, enrolled_at: now, enrolled_state: "NEW", send_failures: 0 };
    const ended = { ...common, next_step_position: null, next_send_at: null };
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        {
          ...ended,
          id,
          lead_id: completed,
          lead_name: "Ada Lovelace",
          lead_email: "ada@visitors.test",
          status: "completed",
          stopped_reason: null,
          stopped_at: null,
          last_sent_at: now,
        },
        {
          ...ended,
          id: expect.any(Number),
          lead_id: stopped,
          lead_name: "Elm",
          lead_email: null,
          status: "stopped",
          stopped_reason: "manual",
          stopped_at: now,
          last_sent_at: null,
        },
        {
          ...common,
          id: expect.any(Number),
          lead_id: active,
          lead_name: "Ann Oak",
          lead_email: "ann@leads.test",
          next_step_position: 1,
          next_send_at: new Date(sent.getTime() + 2 * 86_400_000).toISOString(),
          status: "active",
          stopped_reason: null,
          stopped_at: null,
          last_sent_at: null,
        },
      ],
      total: 3,
      page: 1,
      page_size: 1000,
      total_pages: 1,
    });
  });

  it("has the newest first: who is enrolled anew comes up again", async () => {
    const [first, second, third] = [await enrolled(), await enrolled(), await enrolled()];
    expect(leadsOf(await brokerage.enrollments(sequence.id))).toEqual([third, second, first]);
    await brokerage.stop(sequence.id, second);
    lintel.clock.advance(1000);
    await brokerage.enrolled(sequence.id, second);
    expect(leadsOf(await brokerage.enrollments(sequence.id))).toEqual([second, third, first]);
  });

  it("holds no lead of another sequence", async () => {
    const other = await brokerage.sequence();
    await enrolled();
    expect((await brokerage.enrollments(other.id)).body).toMatchObject({
      items: [],
      total: 0,
      total_pages: 0,
    });
  });

  it("shows agents only their own leads, and counts only those", async () => {
    const anns = await enrolled({ assigned_agent_id: brokerage.ann.id });
    const bobs = await enrolled({ assigned_agent_id: brokerage.bob.id });
    const unassigned = await enrolled();
    const seenBy = async (key: string) => {
      const reply = await brokerage.enrollments(sequence.id, "", key);
      expect(reply.body.total).toBe(reply.body.items.length);
      return leadsOf(reply);
    };
    expect(await seenBy(brokerage.ann.key)).toEqual([anns]);
    expect(await seenBy(brokerage.bob.key)).toEqual([bobs]);
    expect(await seenBy(brokerage.agent)).toEqual([]);
    for (const key of [brokerage.broker, admin]) expect(await seenBy(key)).toEqual([unassigned, bobs, anns]);
  });

  it("comes in pages", async () => {
    const leads = [await enrolled(), await enrolled(), await enrolled()];
    const last = await brokerage.enrollments(sequence.id, "?page=2&page_size=2");
    expect(last.body).toMatchObject({ total: 3, page: 2, page_size: 2, total_pages: 2 });
    expect(leadsOf(last)).toEqual([leads[0]]);
    expect((await brokerage.enrollments(sequence.id, "?page=3&page_size=2")).body).toMatchObject({
      items: [],
      total: 3,
    });
  });

  it.each(["page_size=1001", "page_size=0", "page=0"])("refuses %s", async (query) => {
    expect((await brokerage.enrollments(sequence.id, `?${query}`)).status).toBe(422);
  });

  it("answers 404 for a sequence that is not there or another brokerage's", async () => {
    await enrolled();
    const other = await openOutreach(lintel, `elsewhere-${made}`);
    const missing = [404, { detail: "Sequence not found" }];
    expect(outcome(await brokerage.enrollments(999_999))).toEqual(missing);
    for (const key of [other.broker, other.agent, other.ann.key])
      expect(outcome(await brokerage.enrollments(sequence.id, "", key))).toEqual(missing);
  });

  it("lets only admins go on reading a disabled brokerage's", async () => {
    const lead = await enrolled({ assigned_agent_id: brokerage.ann.id });
    await brokerage.disable();
    expect(leadsOf(await brokerage.enrollments(sequence.id, "", admin))).toEqual([lead]);
    for (const key of [brokerage.broker, brokerage.ann.key])
      expect((await brokerage.enrollments(sequence.id, "", key)).status).toBe(404);
  });
});
