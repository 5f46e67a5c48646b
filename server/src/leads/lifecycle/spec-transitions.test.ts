import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type EventBody,
  type LifecycleFixture,
  openLifecycle,
} from "../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import type { PipelineType, Stage } from "./stages.ts";

const event = (event_type: string, more: object = {}): EventBody => ({ event_type, ...more });
const reason = { reason_code: "other" };

/** SPEC: Canonical pipeline stage, the buyer's events, and those of both. */
const specTable: [Stage, EventBody, Stage, string][] = [
  ["NEW", event("contact_attempted", { channel: "call" }), "CONTACTING", "stops the response clock"],
  ["NEW", event("bogus_contact_detected", reason), "TRASHED", "a demotion with its reason"],
  ["CONTACTING", event("motivation_confirmed"), "QUALIFIED", "a step forward"],
  ["CONTACTING", event("timeout_no_response"), "ARCHIVED", "the Archive: no response action"],
  ["CONTACTING", event("bogus_contact_detected", reason), "TRASHED", "a demotion with its reason"],
  ["QUALIFIED", event("buyer_agreement_signed"), "COMMITTED", "a step forward"],
  ["COMMITTED", event("contract_executed"), "IN_CONTRACT", "a step forward"],
  ["COMMITTED", event("deal_collapsed", reason), "QUALIFIED", "a demotion with its reason"],
  ["IN_CONTRACT", event("closing_complete"), "CLOSED", "a step forward"],
  ["IN_CONTRACT", event("contract_voided", reason), "QUALIFIED", "a demotion with its reason"],
  ["ARCHIVED", event("lead_re_engaged"), "CONTACTING", "taken up again"],
  ["TRASHED", event("contact_info_updated"), "NEW", "a fresh response clock"],
];

/** decisions.md: Leads, the seller path. */
const sellerTable: [Stage, EventBody, Stage, string][] = [
  ["QUALIFIED", event("listing_agreement_signed"), "COMMITTED", "a step forward"],
  ["COMMITTED", event("listing_activated"), "COMMITTED", "a milestone"],
  ["COMMITTED", event("offer_accepted"), "IN_CONTRACT", "a step forward"],
  ["COMMITTED", event("listing_withdrawn"), "QUALIFIED", "a demotion without a reason"],
  ["COMMITTED", event("listing_withdrawn", reason), "QUALIFIED", "a demotion with its reason"],
];

const shared = specTable.filter(([, { event_type }]) => !isPaperwork(event_type));
const cases = [
  ...specTable.map((row) => ["buyer", ...row] as const),
  ...[...shared, ...sellerTable].map((row) => ["seller", ...row] as const),
].map(([path, from, event, to, also]) => ({ path, from, event, name: event.event_type, to, also }));

function isPaperwork(name: string): boolean {
  return ["buyer_agreement_signed", "contract_executed", "deal_collapsed"].includes(name);
}

describe("the spec's transition table", () => {
  let lintel: TestApp;
  let brokerage: LifecycleFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLifecycle(lintel, "table");
  });
  afterAll(() => lintel.close());

  it("(creation) + contact_form_submission → NEW, the response window of 5 minutes starts", async () => {
    const lead = await brokerage.createLead();
    expect((await brokerage.timeline(lead)).events).toMatchObject([
      { event_type: "contact_form_submission", from_stage: null, to_stage: "NEW" },
    ]);
    const { stage, sla } = await brokerage.detail(lead);
    expect([stage, sla]).toEqual(["NEW", { target_seconds: 300, remaining_seconds: 300, breached_at: null }]);
  });

  it.each(cases)("a $path lead in $from + $name → $to, $also", async ({ path, from, event, to }) => {
    const lead = await brokerage.leadIn(from, path);
    lintel.clock.advance(1000);
    const timeline = await brokerage.report(lead, event);
    expect(timeline.stage).toBe(to);
    expect(timeline.events.at(-1)).toMatchObject({
      event_type: event.event_type,
      from_stage: from,
      to_stage: to,
      reason_code: event.reason_code ?? null,
      channel: event.channel ?? null,
      occurred_at: lintel.clock.now().toISOString(),
      actor_entered_at: null,
      actor: { type: "api_key", id: expect.any(Number), name: "broker key" },
    });
    const detail = await brokerage.detail(lead);
    expect(detail.stage).toBe(to);
    if (from !== to) expect(detail.stage_entered_at).toBe(lintel.clock.now().toISOString());
    if (to !== "NEW") expect(detail.sla.remaining_seconds).toBeNull();
  });

  it.each([
    ["CONTACTING", "timeout_no_response", "buyer"],
    ["CONTACTING", "timeout_no_response", "seller"],
    ["QUALIFIED", "timeout_180d_no_progress", "buyer"],
    ["QUALIFIED", "timeout_180d_no_progress", "seller"],
  ] as const)("%s + %s by the sweep → ARCHIVED, of a %s lead too", async (from, name, path) => {
    const lead = await brokerage.leadIn(from, path);
    await brokerage.timeOut(lead, name);
    const { stage, events } = await brokerage.timeline(lead);
    expect(stage).toBe("ARCHIVED");
    expect(events.at(-1)).toMatchObject({
      event_type: name,
      from_stage: from,
      actor: { type: "system", id: null, name: "system" },
    });
  });

  it("timeout_180d_no_progress is no event that people report: 400, and the lead stays", async () => {
    const lead = await brokerage.leadIn("QUALIFIED");
    expect((await brokerage.postEvent(lead, event("timeout_180d_no_progress"))).status).toBe(400);
    expect((await brokerage.detail(lead)).stage).toBe("QUALIFIED");
  });

  it.each(["buyer", "seller"] as PipelineType[])(
    "a %s lead goes the whole way, back from a voided contract, and to the end",
    async (path) => {
      const [agreement, contract] =
        path === "buyer"
          ? ["buyer_agreement_signed", "contract_executed"]
          : ["listing_agreement_signed", "offer_accepted"];
      const lead = await brokerage.leadIn("IN_CONTRACT", path);
      await brokerage.report(lead, event("contract_voided", { reason_code: "title_issue" }));
      for (const name of [agreement, contract, "closing_complete"]) await brokerage.report(lead, event(name));
      const { stage, events } = await brokerage.timeline(lead);
      expect(stage).toBe("CLOSED");
      expect(events.map(({ to_stage }: { to_stage: Stage }) => to_stage)).toEqual([
        ...["NEW", "CONTACTING", "QUALIFIED", "COMMITTED", "IN_CONTRACT"],
        ...["QUALIFIED", "COMMITTED", "IN_CONTRACT", "CLOSED"],
      ]);
    },
  );
});
