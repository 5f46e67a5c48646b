import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { type LifecycleFixture, openLifecycle } from "../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import type { PipelineType, Stage } from "./stages.ts";

type Demotion = { event: string; from: Stage; path: PipelineType; choices: Record<string, string> };

/** SPEC: Reason choices; a code is its label in snake case. */
const collapse = {
  financing_fell_through: "Financing fell through",
  inspection_issue: "Inspection issue",
  buyer_changed_their_mind: "Buyer changed their mind",
  seller_withdrew: "Seller withdrew",
  lost_to_a_competing_offer: "Lost to a competing offer",
  agreement_expired: "Agreement expired",
  other: "Other",
};
const demanding: Demotion[] = [
  { event: "deal_collapsed", from: "COMMITTED", path: "buyer", choices: collapse },
  {
    event: "contract_voided",
    from: "IN_CONTRACT",
    path: "seller",
    choices: {
      financing_fell_through: "Financing fell through",
      inspection_issue: "Inspection issue",
      appraisal_gap: "Appraisal gap",
      title_issue: "Title issue",
      mutual_release: "Mutual release",
      buyer_withdrew: "Buyer withdrew",
      seller_withdrew: "Seller withdrew",
      other: "Other",
    },
  },
  {
    event: "bogus_contact_detected",
    from: "CONTACTING",
    path: "buyer",
    choices: {
      phone_number_is_invalid: "Phone number is invalid",
      email_bounces: "Email bounces",
      number_reaches_the_wrong_person: "Number reaches the wrong person",
      spam_or_bot_submission: "Spam or bot submission",
      duplicate_of_another_lead: "Duplicate of another lead",
      other: "Other",
    },
  },
];
/** decisions.md: Leads: it may have one, of deal_collapsed's. */
const withdrawn: Demotion = {
  event: "listing_withdrawn",
  from: "COMMITTED",
  path: "seller",
  choices: collapse,
};

const choices = [...demanding, withdrawn].flatMap(({ choices, ...demotion }) =>
  Object.entries(choices).map(([code, label]) => ({ ...demotion, code, label })),
);

describe("reasons", () => {
  let lintel: TestApp;
  let brokerage: LifecycleFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLifecycle(lintel, "reasons");
  });
  afterAll(() => lintel.close());

  it.each(choices)(
    "$event takes $code, called $label, and keeps it",
    async ({ event, from, path, code, label }) => {
      expect(code).toBe(label.toLowerCase().replaceAll(" ", "_"));
      const meta = (await lintel.call("/api/v1/admin/leads/meta", { key: brokerage.agent })).body;
      expect(meta.reasons[event]).toContainEqual({ code, label });
      const lead = await brokerage.leadIn(from, path);
      const { events } = await brokerage.report(lead, { event_type: event, reason_code: ` ${code} ` });
      expect(events.at(-1)).toMatchObject({ event_type: event, reason_code: code });
    },
  );

  it.each([...demanding, withdrawn])("$event knows no other reasons", async ({ event, choices }) => {
    const meta = (await lintel.call("/api/v1/admin/leads/meta", { key: brokerage.agent })).body;
    expect(meta.reasons[event].map(({ code }: { code: string }) => code)).toEqual(Object.keys(choices));
  });

  it.each(demanding)(
    "$event without a reason is 400, and moves nothing",
    async ({ event, from, path, choices }) => {
      const lead = await brokerage.leadIn(from, path);
      for (const reason of [{}, { reason_code: null }, { reason_code: "" }, { reason_code: "  " }]) {
        expect(outcome(await brokerage.postEvent(lead, { event_type: event, ...reason }))).toEqual([
          400,
          { detail: `${event} needs a reason_code: ${Object.keys(choices).join(", ")}` },
        ]);
      }
      expect((await brokerage.detail(lead)).stage).toBe(from);
    },
  );

  it.each([...demanding, withdrawn])(
    "$event with a reason that is none, or another event's, is 400",
    async ({ event, from, path, choices }) => {
      const lead = await brokerage.leadIn(from, path);
      const foreign = demanding
        .flatMap((each) => Object.keys(each.choices))
        .filter((code) => !(code in choices));
      for (const reason_code of ["because", "Other", "toString", "__proto__", ...foreign]) {
        expect(outcome(await brokerage.postEvent(lead, { event_type: event, reason_code }))).toEqual([
          400,
          { detail: `Unknown reason_code for ${event}; known: ${Object.keys(choices).join(", ")}` },
        ]);
      }
      expect((await brokerage.detail(lead)).stage).toBe(from);
    },
  );

  it("a reason where none is asked for is 400; null and blank are none", async () => {
    const lead = await brokerage.leadIn("CONTACTING");
    const confirmed = { event_type: "motivation_confirmed" };
    expect(outcome(await brokerage.postEvent(lead, { ...confirmed, reason_code: "other" }))).toEqual([
      400,
      { detail: "motivation_confirmed takes no reason_code" },
    ]);
    const { events } = await brokerage.report(lead, {
      ...confirmed,
      reason_code: null,
      note: " ",
      channel: "",
    });
    expect(events.at(-1)).toMatchObject({ reason_code: null, note: null, channel: null });
  });
});
