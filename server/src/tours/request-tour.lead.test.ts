import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { home } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { openTours, type TourFixture } from "../../test/harness/tour-fixture.ts";
import { openStages } from "../leads/lifecycle/stages.ts";

/** A tour request makes or finds the lead. */
describe("the lead of a requested tour", () => {
  let lintel: TestApp;
  let brokerage: TourFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openTours(lintel, `finding-${++made}`);
  });

  const read = async (id: number) =>
    (await lintel.call(`/api/v1/admin/leads/${id}`, { key: brokerage.broker })).body;

  it("of a new visitor is new: in NEW, a buyer, with its clock running and its first timeline row", async () => {
    const { leadId } = await brokerage.createTour({ phone: "208-555-0100", message: "Is the shed heated?" });
    expect(await read(leadId)).toMatchObject({
      brokerage_id: brokerage.id,
      source: "tour_request",
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@visitors.test",
      phone: "208-555-0100",
      subject: "Tour request: 12 Main St, Boise",
      message: "Is the shed heated?",
      source_domain: brokerage.host,
      pipeline_type: "buyer",
      buyer_status: "lead",
      seller_status: null,
      stage: "NEW",
      assigned_agent_id: null,
      temperature: { score: 25, band: "cold" },
      sla: { target_seconds: 300, remaining_seconds: 300, breached_at: null },
      suspect: [],
    });
    expect(await brokerage.timeline(leadId)).toEqual([
      {
        event_type: "contact_form_submission",
        from_stage: null,
        to_stage: "NEW",
        occurred_at: lintel.clock.now(),
        actor_type: "visitor",
        payload: { intake: "tour_request", listing_id: brokerage.listing },
      },
    ]);
  });

  it("without a message says nothing, and is called by one name where there is but one", async () => {
    const { leadId } = await brokerage.createTour({ name: "Ada" });
    expect(await read(leadId)).toMatchObject({ first_name: "Ada", last_name: "", message: "" });
  });

  it("does not tell a hidden address", async () => {
    const listing_id = `hidden-${made}`;
    await lintel.importListings(`finding-${made}`, [
      home({
        ListingId: listing_id,
        UnparsedAddress: "7 Secret Way",
        InternetAddressDisplayYN: false,
      }),
    ]);
    const { leadId } = await brokerage.createTour({ listing_id });
    expect((await read(leadId)).subject).toBe(`Tour request: ${listing_id}`);
  });

  it("is a buyer with any words in the address", async () => {
    const listing_id = `road-${made}`;
    await lintel.importListings(`finding-${made}`, [
      home({ ListingId: listing_id, UnparsedAddress: "12 Selling Road" }),
    ]);
    const { leadId } = await brokerage.createTour({ listing_id });
    expect(await read(leadId)).toMatchObject({
      subject: "Tour request: 12 Selling Road, Boise",
      pipeline_type: "buyer",
      seller_status: null,
    });
  });

  it("is the open one of a known person: warmer, in touch now, in its stage, its follow-up as booked", async () => {
    const { leadId } = await brokerage.createTour();
    const booked = { follow_up_due_at: new Date("2026-07-01T00:00:00Z"), follow_up_source: "agent" };
    await brokerage.moveTo(leadId, "QUALIFIED", booked);
    lintel.clock.advance(60_000);
    const second = await brokerage.createTour({ email: "ADA@Visitors.test", name: "A. Lovelace" });
    expect(second.leadId).toBe(leadId);
    expect(await read(leadId)).toMatchObject({
      stage: "QUALIFIED",
      first_name: "Ada",
      subject: "Tour request: 12 Main St, Boise",
      last_contact: lintel.clock.now().toISOString(),
      temperature: { score: 50, band: "warm" },
      follow_up: { due_at: "2026-07-01T00:00:00.000Z", source: "agent" },
    });
    expect((await brokerage.timeline(leadId)).slice(2)).toEqual([
      {
        event_type: "tour_requested",
        from_stage: null,
        to_stage: null,
        occurred_at: lintel.clock.now(),
        actor_type: "visitor",
        payload: { tour_id: second.id, listing_id: brokerage.listing },
      },
    ]);
  });

  it.each([null, "208-555-0101"])(
    "keeps its phone %s, and another one as an unverified contact",
    async (phone) => {
      const { leadId } = await brokerage.createTour({ phone });
      await brokerage.createTour({ name: "A. Lovelace", phone: "208-555-0199" });
      expect((await read(leadId)).phone).toBe(phone);
      expect((await brokerage.timeline(leadId)).slice(1)).toMatchObject([
        {
          event_type: "unverified_contact",
          actor_type: "visitor",
          payload: { intake: "tour_request", name: "A. Lovelace", phone: "208-555-0199" },
        },
        { event_type: "tour_requested" },
      ]);
    },
  );

  it.each(openStages)("is found in %s", async (stage) => {
    const { leadId } = await brokerage.createTour();
    await brokerage.moveTo(leadId, stage);
    expect((await brokerage.createTour()).leadId).toBe(leadId);
  });

  it.each(["CLOSED", "ARCHIVED", "TRASHED"] as const)(
    "is a new one when the known one is %s",
    async (stage) => {
      const { leadId } = await brokerage.createTour();
      await brokerage.moveTo(leadId, stage);
      expect((await brokerage.createTour()).leadId).not.toBe(leadId);
    },
  );

  it("is the latest of several open ones", async () => {
    const form = {
      firstName: "Ada",
      lastName: "L",
      email: "ada@visitors.test",
      subject: "Hi",
      message: "Hi",
    };
    const contact = () => lintel.call("/api/contact", { method: "POST", host: brokerage.host, body: form });
    await contact();
    lintel.clock.advance(1000);
    const { body } = await contact();
    expect((await brokerage.createTour()).leadId).toBe(body.lead_id);
  });

  it("is never another brokerage's", async () => {
    const other = await openTours(lintel, `finding-${++made}`);
    const { leadId } = await other.createTour();
    expect((await brokerage.createTour()).leadId).not.toBe(leadId);
  });

  it("is one of twenty requests of the same new person at once, however they spell their email", async () => {
    const tours = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        brokerage.createTour({ email: at % 2 ? "ada@visitors.test" : "Ada@Visitors.test" }),
      ),
    );
    expect(new Set(tours.map(({ leadId }) => leadId)).size).toBe(1);
    expect(await brokerage.leads()).toHaveLength(1);
    const rows = await brokerage.timeline(tours[0]?.leadId as number);
    expect(rows.map(({ event_type }) => event_type)).toEqual([
      "contact_form_submission",
      ...Array(19).fill("tour_requested"),
    ]);
  });

  it("can be changed by staff meanwhile without a deadlock", async () => {
    const { leadId } = await brokerage.createTour();
    const edit = (notes: string) =>
      lintel.call(`/api/v1/admin/leads/${leadId}`, {
        method: "PATCH",
        key: brokerage.broker,
        body: { notes },
      });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? brokerage.requestTour() : edit(`note ${at}`))),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await brokerage.timeline(leadId)).toHaveLength(11);
  });
});
