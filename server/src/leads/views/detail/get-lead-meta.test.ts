import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS } from "../../../../test/harness/lifecycle-fixture.ts";
import { type Reply, startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import type { EventMeta } from "./meta.schemas.ts";

describe("getLeadMeta", () => {
  let lintel: TestApp;
  let meta: Reply["body"];
  beforeAll(async () => {
    lintel = await startTestApp();
    meta = (await lintel.call(`${LEADS}/meta`, { key: await lintel.createKey("agent") })).body;
  });
  afterAll(() => lintel.close());

  const event = (name: string) => meta.events.find(({ event_type }: EventMeta) => event_type === name);
  const both = ["buyer", "seller"];
  const plain = { needs_reason: false, needs_channel: false, postable: true };

  it("names the eight stages in order, and which of them are the pipeline", () => {
    expect(meta.stages).toEqual([
      { stage: "NEW", label: "New", open: true },
      { stage: "CONTACTING", label: "Contacting", open: true },
      { stage: "QUALIFIED", label: "Qualified", open: true },
      { stage: "COMMITTED", label: "Committed", open: true },
      { stage: "IN_CONTRACT", label: "In contract", open: true },
      { stage: "CLOSED", label: "Closed", open: false },
      { stage: "ARCHIVED", label: "Archived", open: false },
      { stage: "TRASHED", label: "Trashed", open: false },
    ]);
  });

  it.each<[string, Partial<EventMeta>]>([
    ["contact_attempted", { ...plain, from: ["NEW"], to: "CONTACTING", needs_channel: true }],
    ["bogus_contact_detected", { ...plain, from: ["NEW", "CONTACTING"], to: "TRASHED", needs_reason: true }],
    [
      "timeout_no_response",
      { ...plain, label: "timeout_21d_no_response", from: ["CONTACTING"], to: "ARCHIVED" },
    ],
    ["timeout_180d_no_progress", { ...plain, from: ["QUALIFIED"], to: "ARCHIVED", postable: false }],
    ["contract_voided", { ...plain, from: ["IN_CONTRACT"], to: "QUALIFIED", needs_reason: true }],
    ["lead_re_engaged", { ...plain, from: ["ARCHIVED"], to: "CONTACTING" }],
    ["contact_info_updated", { ...plain, from: ["TRASHED"], to: "NEW" }],
    ["agent_reassigned", { ...plain, from: [], to: null, postable: false }],
  ])("describes %s, of buyers and sellers", (name, expected) => {
    expect(event(name)).toMatchObject({ ...expected, pipeline_types: both });
  });

  it.each<[string, Partial<EventMeta>]>([
    [
      "deal_collapsed",
      { from: ["COMMITTED"], to: "QUALIFIED", needs_reason: true, pipeline_types: ["buyer"] },
    ],
    ["buyer_agreement_signed", { from: ["QUALIFIED"], to: "COMMITTED", pipeline_types: ["buyer"] }],
    ["listing_activated", { from: ["COMMITTED"], to: "COMMITTED", pipeline_types: ["seller"] }],
    [
      "listing_withdrawn",
      { from: ["COMMITTED"], to: "QUALIFIED", needs_reason: false, pipeline_types: ["seller"] },
    ],
  ])("describes %s, of one of them alone", (name, expected) => {
    expect(event(name)).toMatchObject(expected);
  });

  it("lists reasons for the events that take one, in the spec's order", () => {
    expect(Object.keys(meta.reasons)).toEqual([
      "deal_collapsed",
      "contract_voided",
      "bogus_contact_detected",
      "listing_withdrawn",
    ]);
    expect(meta.reasons.bogus_contact_detected[0]).toEqual({
      code: "phone_number_is_invalid",
      label: "Phone number is invalid",
    });
  });

  it("lists channels, directions, flags, kinds of leads, bands, legacy statuses and sorts", () => {
    expect(meta.channels).toEqual(["call", "email", "text"]);
    expect(meta.directions).toEqual(["outbound", "inbound"]);
    expect(meta.flags).toEqual([
      { flag: "unsubscribed", label: "Unsubscribed" },
      { flag: "dnc", label: "Do Not Contact" },
      { flag: "do_not_email", label: "No Email" },
      { flag: "do_not_text", label: "No Text" },
      { flag: "do_not_call", label: "No Call" },
    ]);
    expect(meta.pipeline_types).toEqual(both);
    expect(meta.temperature).toEqual([
      { band: "cold", from: 0 },
      { band: "warm", from: 30 },
      { band: "hot", from: 70 },
    ]);
    expect(meta.legacy_statuses).toEqual([
      ...["new", "contacted", "qualified", "showing", "offer", "converted", "lost"],
    ]);
    expect(meta.sorts.toSorted()).toEqual([
      ...["-created_at", "-last_contact", "-response_due", "-stage", "-temperature"],
      ...["created_at", "last_contact", "response_due", "stage", "temperature"],
    ]);
  });
});
