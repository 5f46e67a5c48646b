import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { LEADS, type LifecycleFixture, openLifecycle } from "../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

/** What may be reported of whom: every pair of stage and event that is not here is refused. */
const legal = {
  buyer: {
    NEW: ["contact_attempted", "bogus_contact_detected"],
    CONTACTING: ["motivation_confirmed", "timeout_no_response", "bogus_contact_detected"],
    QUALIFIED: ["buyer_agreement_signed"],
    COMMITTED: ["contract_executed", "deal_collapsed"],
    IN_CONTRACT: ["closing_complete", "contract_voided"],
    CLOSED: [],
    ARCHIVED: ["lead_re_engaged"],
    TRASHED: ["contact_info_updated"],
  },
  seller: {
    NEW: ["contact_attempted", "bogus_contact_detected"],
    CONTACTING: ["motivation_confirmed", "timeout_no_response", "bogus_contact_detected"],
    QUALIFIED: ["listing_agreement_signed"],
    COMMITTED: ["listing_activated", "offer_accepted", "listing_withdrawn"],
    IN_CONTRACT: ["closing_complete", "contract_voided"],
    CLOSED: [],
    ARCHIVED: ["lead_re_engaged"],
    TRASHED: ["contact_info_updated"],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

type Path = keyof typeof legal;
type Stage = keyof (typeof legal)["buyer"];

const needsReason = ["bogus_contact_detected", "deal_collapsed", "contract_voided"];
const everyEvent = [...new Set(Object.values(legal).flatMap((byStage) => Object.values(byStage).flat()))];
const report = (event_type: string) => ({
  event_type,
  ...(needsReason.includes(event_type) && { reason_code: "other" }),
  ...(event_type === "contact_attempted" && { channel: "text" }),
});

const stays = (Object.keys(legal) as Path[]).flatMap((path) =>
  (Object.keys(legal[path]) as Stage[]).map((stage) => ({ path, stage, events: legal[path][stage] })),
);

describe("every event in every stage", () => {
  let lintel: TestApp;
  let brokerage: LifecycleFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLifecycle(lintel, "moves");
  });
  afterAll(() => lintel.close());

  it("the table has every event that people report", async () => {
    const { body } = await lintel.call(`${LEADS}/meta`, { key: brokerage.broker });
    const postable = body.events.filter((event: { postable: boolean }) => event.postable);
    expect(everyEvent.toSorted()).toEqual(
      postable.map((event: { event_type: string }) => event.event_type).toSorted(),
    );
  });

  it.each(stays)(
    "a $path lead in $stage takes what the table says, and shows just that as available",
    async ({ path, stage, events }) => {
      const lead = await brokerage.leadIn(stage, path);
      expect((await brokerage.timeline(lead)).available_transitions).toEqual(events);
      expect((await brokerage.detail(lead)).available_transitions).toEqual(events);
      for (const event of events) {
        const fresh = await brokerage.leadIn(stage, path);
        expect([event, (await brokerage.postEvent(fresh, report(event))).status]).toEqual([event, 200]);
      }
    },
  );

  it.each(stays)(
    "a $path lead in $stage refuses every other event with 409, stays, and its timeline too",
    async ({ path, stage, events }) => {
      const lead = await brokerage.leadIn(stage, path);
      const before = [await brokerage.detail(lead), await brokerage.timeline(lead)];
      const illegal = everyEvent.filter((event) => !(events as readonly string[]).includes(event));
      for (const event of illegal) {
        const detail =
          `${event} is not legal for a ${path} lead in ${stage}; ` +
          (events.length > 0 ? `legal now: ${events.join(", ")}` : "no event is");
        expect(outcome(await brokerage.postEvent(lead, report(event)))).toEqual([409, { detail }]);
      }
      expect([await brokerage.detail(lead), await brokerage.timeline(lead)]).toEqual(before);
    },
  );

  it("a milestone is reached once in each stay: listing_activated again is 409, and not available", async () => {
    const lead = await brokerage.leadIn("COMMITTED", "seller");
    await brokerage.report(lead, { event_type: "listing_activated" });
    const { stage, available_transitions } = await brokerage.timeline(lead);
    expect([stage, available_transitions]).toEqual(["COMMITTED", ["offer_accepted", "listing_withdrawn"]]);
    expect(outcome(await brokerage.postEvent(lead, { event_type: "listing_activated" }))).toEqual([
      409,
      { detail: "listing_activated is on the timeline already, since the lead is COMMITTED" },
    ]);

    await brokerage.report(lead, { event_type: "listing_withdrawn" });
    await brokerage.report(lead, { event_type: "listing_agreement_signed" });
    expect((await brokerage.timeline(lead)).available_transitions).toEqual(legal.seller.COMMITTED);
    await brokerage.report(lead, { event_type: "listing_activated" });
  });

  it("a milestone leaves the stage, since when it is in it, and the legacy fields as they are", async () => {
    const lead = await brokerage.leadIn("COMMITTED", "seller");
    const before = await brokerage.detail(lead);
    lintel.clock.advance(60_000);
    await brokerage.report(lead, { event_type: "listing_activated" });
    const after = await brokerage.detail(lead);
    for (const field of ["stage", "stage_entered_at", "status", "seller_status", "buyer_status"]) {
      expect([field, after[field]]).toEqual([field, before[field]]);
    }
  });
});
