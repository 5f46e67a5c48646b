import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf, outcome, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { openTours, type TourFixture } from "../../test/harness/tour-fixture.ts";
import { tourStatuses } from "./tours.schemas.ts";

const missing = [404, { detail: "Tour request not found" }];

/** decisions.md: Leads, and what each refusal says. */
const refusals: Record<string, string> = {
  "pending pending": "Tour request is already pending; it can become confirmed or cancelled",
  "pending completed":
    "Tour request is pending and cannot become completed; it can become confirmed or cancelled",
  "confirmed pending":
    "Tour request is confirmed and cannot become pending; it can become completed or cancelled",
  "confirmed confirmed": "Tour request is already confirmed; it can become completed or cancelled",
  "completed pending": "Tour request is completed and cannot become pending; that is final",
  "completed confirmed": "Tour request is completed and cannot become confirmed; that is final",
  "completed completed": "Tour request is already completed; that is final",
  "completed cancelled": "Tour request is completed and cannot become cancelled; that is final",
  "cancelled pending": "Tour request is cancelled and cannot become pending; that is final",
  "cancelled confirmed": "Tour request is cancelled and cannot become confirmed; that is final",
  "cancelled completed": "Tour request is cancelled and cannot become completed; that is final",
  "cancelled cancelled": "Tour request is already cancelled; that is final",
};
const legal = ["pending confirmed", "pending cancelled", "confirmed completed", "confirmed cancelled"];
const pairs = tourStatuses.flatMap((from) => tourStatuses.map((to) => ({ from, to })));

describe("updateTour", () => {
  let lintel: TestApp;
  let brokerage: TourFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openTours(lintel, `moving-${++made}`);
  });

  const move = (id: number | string, status: unknown, key = brokerage.broker) =>
    lintel.call(`/api/tours/${id}`, { method: "PATCH", key, body: { status } });
  const statusOf = async (id: number) =>
    (await lintel.call(`/api/tours/${id}`, { key: brokerage.broker })).body.status;
  const tourIn = async (status: string) => {
    const { id } = await brokerage.createTour();
    await lintel.database.db.updateTable("tour_requests").set({ status }).where("id", "=", id).execute();
    return id;
  };

  it("has a word for every move", () => {
    expect([...legal, ...Object.keys(refusals)].toSorted()).toEqual(
      pairs.map(({ from, to }) => `${from} ${to}`).toSorted(),
    );
  });

  it.each(pairs)("from $from to $to", async ({ from, to }) => {
    const id = await tourIn(from);
    const reply = await move(id, to);
    const refusal = refusals[`${from} ${to}`];
    if (refusal === undefined) expect([reply.status, reply.body.status]).toEqual([200, to]);
    else expect(outcome(reply)).toEqual([409, { detail: refusal }]);
    expect(await statusOf(id)).toBe(refusal === undefined ? to : from);
  });

  it("answers the whole request as it is now, and leaves all else of it and its lead alone", async () => {
    const { id, leadId } = await brokerage.createTour({ message: "Soon?" });
    const before = (await lintel.call(`/api/tours/${id}`, { key: brokerage.broker })).body;
    const [lead] = await brokerage.leads();
    lintel.clock.advance(60_000);
    const { body } = await move(id, "confirmed");
    expect(body).toEqual({
      ...before,
      status: "confirmed",
      updated_at: lintel.clock.now().toISOString(),
    });
    expect(await brokerage.leads()).toEqual([lead]);
    expect(await brokerage.timeline(leadId)).toHaveLength(1);
  });

  it("tells the audit log who moved it, and nothing of a refused move", async () => {
    const { id } = await brokerage.createTour();
    await move(id, "confirmed");
    await move(id, "confirmed");
    expect(await auditOf(lintel, "tour_request", id)).toEqual([
      {
        action: "update",
        actor_name: "broker key",
        brokerage_id: brokerage.id,
        before: { status: "pending" },
        after: { status: "confirmed" },
      },
    ]);
  });

  it("lets exactly one of many at once win", async () => {
    const { id } = await brokerage.createTour();
    const replies = await Promise.all(Array.from({ length: 20 }, () => move(id, "confirmed")));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect(await auditOf(lintel, "tour_request", id)).toHaveLength(1);
  });

  it("is for the agent who has the lead, and its brokers: to others the request is a missing one", async () => {
    const other = await openTours(lintel, `moving-${++made}`);
    const ann = await lintel.createAgent(brokerage.id, { accepting_leads: false });
    const annsKey = await lintel.createKey("agent", { brokerageId: brokerage.id, agentId: ann.id });
    const { id, leadId } = await brokerage.createTour();
    for (const key of [
      annsKey,
      brokerage.agent,
      other.broker,
      other.agent,
      await lintel.createKey("broker"),
    ]) {
      expect(outcome(await move(id, "confirmed", key))).toEqual(missing);
    }
    expect(await statusOf(id)).toBe("pending");
    await brokerage.assign(leadId, ann.id);
    expect((await move(id, "confirmed", annsKey)).status).toBe(200);
    expect((await move(id, "completed", await lintel.createKey("admin"))).status).toBe(200);
  });

  it("is 404 in a disabled brokerage, to admins too", async () => {
    const admin = await lintel.createKey("admin");
    const { id } = await brokerage.createTour();
    await lintel.call(`/api/admin/brokerages/${brokerage.id}`, { method: "DELETE", key: admin });
    for (const key of [admin, brokerage.broker]) {
      expect(outcome(await move(id, "confirmed", key))).toEqual(missing);
    }
    const { body } = await lintel.call(`/api/tours/${id}`, { key: admin });
    expect(body.status).toBe("pending");
  });

  it("demands a status that there is", async () => {
    const { id } = await brokerage.createTour();
    const words = "status must be one of pending, confirmed, completed, cancelled";
    expect(validationErrors(await move(id, "done"))).toEqual([422, [["body.status", words]]]);
    expect(validationErrors(await move(id, undefined))).toEqual([
      422,
      [["body.status", "status is required"]],
    ]);
    expect((await move(id, null)).status).toBe(422);
    expect(outcome(await move(2_147_483_647, "confirmed"))).toEqual(missing);
    expect((await move("x", "confirmed")).status).toBe(422);
  });
});
