import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS, type LifecycleFixture, openLifecycle } from "../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import type { Stage } from "./stages.ts";

/** SPEC: Projection to legacy status fields; derived: the last value stays. */
const forward: [Stage, string, string | "derived", string | "derived"][] = [
  ["NEW", "new", "lead", "lead"],
  ["CONTACTING", "contacted", "lead", "lead"],
  ["QUALIFIED", "qualified", "searching", "preparing"],
  ["COMMITTED", "qualified", "offer_pending", "listed"],
  ["IN_CONTRACT", "qualified", "under_contract", "under_contract"],
  ["CLOSED", "converted", "closed", "closed"],
  ["ARCHIVED", "lost", "derived", "derived"],
  ["TRASHED", "lost", "derived", "derived"],
];

/** decisions.md: Leads, the reverse projection. */
const reverse: [string, Stage, string][] = [
  ["new", "NEW", "new"],
  ["contacted", "CONTACTING", "contacted"],
  ["qualified", "QUALIFIED", "qualified"],
  ["showing", "QUALIFIED", "qualified"],
  ["offer", "QUALIFIED", "qualified"],
  ["converted", "CLOSED", "converted"],
  ["lost", "ARCHIVED", "lost"],
];

describe("the legacy projections", () => {
  let lintel: TestApp;
  let brokerage: LifecycleFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLifecycle(lintel, "legacy");
  });
  afterAll(() => lintel.close());

  const projected = async (lead: number) => {
    const { status, buyer_status, seller_status } = await brokerage.detail(lead);
    return { status, buyer_status, seller_status };
  };

  it.each(forward)("a buyer lead in %s is %s, its buyer status %s", async (stage, status, buyer) => {
    const lead = await brokerage.leadIn(stage, "buyer");
    const buyer_status = buyer === "derived" ? "lead" : buyer;
    expect(await projected(lead)).toEqual({ status, buyer_status, seller_status: null });
  });

  it.each(forward)(
    "a seller lead in %s is %s, its seller status %s → %s",
    async (stage, status, _, seller) => {
      const lead = await brokerage.leadIn(stage, "seller");
      const seller_status = seller === "derived" ? "lead" : seller;
      expect(await projected(lead)).toEqual({ status, buyer_status: null, seller_status });
    },
  );

  it.each([
    ["buyer", { status: "lost", buyer_status: "searching", seller_status: null }],
    ["seller", { status: "lost", buyer_status: null, seller_status: "preparing" }],
  ] as const)("a %s lead that is ARCHIVED from QUALIFIED keeps the derived status", async (path, kept) => {
    const lead = await brokerage.leadIn("QUALIFIED", path);
    await brokerage.timeOut(lead, "timeout_180d_no_progress");
    expect([(await brokerage.detail(lead)).stage, await projected(lead)]).toEqual(["ARCHIVED", kept]);
  });

  it("the other kind's column is left alone when a lead changes its kind", async () => {
    const lead = await brokerage.leadIn("CONTACTING", "buyer");
    const edit = { method: "PATCH", key: brokerage.broker, body: { pipeline_type: "seller" } } as const;
    expect((await lintel.call(`${LEADS}/${lead}`, edit)).status).toBe(200);
    await brokerage.report(lead, { event_type: "motivation_confirmed" });
    expect(await projected(lead)).toEqual({
      status: "qualified",
      buyer_status: "lead",
      seller_status: "preparing",
    });
  });

  it.each(reverse)(
    "a manual lead with status %s begins in %s, and is then %s",
    async (given, stage, status) => {
      const body = {
        first_name: "Ada",
        last_name: "Lovelace",
        email: "ada@visitors.test",
        subject: "Hello",
        message: "Hello",
        status: given,
      };
      const reply = await lintel.call(LEADS, { method: "POST", key: brokerage.broker, body });
      expect([reply.status, reply.body]).toMatchObject([201, { stage, status }]);
      const { events } = await brokerage.timeline(reply.body.id);
      expect(events).toMatchObject([{ event_type: "manual_entry", from_stage: null, to_stage: stage }]);
    },
  );
});
