import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import { type MailFixture, openMail } from "../../test/harness/mail-fixture.ts";
import { DAY, openPrivacy, type PrivacyFixture } from "../../test/harness/privacy-fixture.ts";
import type { Reply } from "../../test/harness/test-app.ts";
import { sendConfirmations } from "./send-confirmations.ts";

const ADA = "ada@visitors.test";

describe("createPrivacyRequest", () => {
  let fixture: MailFixture;
  let brokerage: PrivacyFixture;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail({ PUBLIC_API_URL: "https://api.test/base/" });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    brokerage = await openPrivacy(fixture.lintel, `asking-${++made}`);
    await brokerage.makeLead();
    fixture.server.arrived.length = 0;
  });

  const deliver = async () => {
    await sendConfirmations(fixture.lintel.ctx);
    await fixture.deliver();
  };

  it.each([
    ["erase", "Please confirm: erase your data"],
    ["export", "Please confirm: a copy of your data"],
  ] as const)("has whoever we know confirm it by mail: %s", async (kind, subject) => {
    expect(outcome(await brokerage.submit(kind, "Ada@visitors.test"))).toEqual([
      202,
      { id: expect.any(Number), status: "pending_confirmation" },
    ]);
    await deliver();
    const [mail, ...others] = await fixture.mailsTo("Ada@visitors.test");
    expect([mail?.subject, others]).toEqual([subject, []]);
    expect(mail?.from?.name).toBe(`asking-${made}`);
    expect(mail?.text).toMatch(/https:\/\/api\.test\/base\/api\/privacy\/confirm\/[\w-]{43}\b/);
    expect(mail?.text).toContain("June 22, 2026");
    expect(mail?.text).toContain("reply with the word unsubscribe");
  });

  it("stores only the token's hash, and the token itself only until the mail is sent", async () => {
    await brokerage.submit("erase", ADA);
    await deliver();
    const [mail] = await fixture.mailsTo(ADA);
    const token = /confirm\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] as string;
    const [request] = await brokerage.requests();
    expect(request?.token_hash).toHaveLength(32);
    const texts = JSON.stringify([await fixture.ledger(brokerage.id), await brokerage.requests()]);
    expect(texts).not.toContain(token);
  });

  it("gives an unknown address the same reply, sends no mail, and deletes the address", async () => {
    const known = await brokerage.submit("erase", ADA);
    const strange = await brokerage.submit("erase", "unknown@strangers.test");
    expect(outcome(strange)).toEqual([202, { ...known.body, id: known.body.id + 1 }]);
    const headOf = ({ "x-request-id": _id, date: _date, ...head }: Reply["headers"]) => head;
    expect(headOf(strange.headers)).toEqual(headOf(known.headers));
    await deliver();
    expect(await fixture.mailsTo("unknown@strangers.test")).toEqual([]);
    expect((await brokerage.requests()).map(({ email }) => email)).toEqual([ADA]);
    expect(await fixture.ledger(brokerage.id)).toHaveLength(1);
  });

  it("does the same work for known and unknown addresses: one row, and no lookup", async () => {
    await brokerage.submit("erase", ADA);
    await brokerage.submit("erase", "unknown@strangers.test");
    const [known, strange] = (await brokerage.requests()).map(({ id, email, email_hash, ...row }) => row);
    expect(strange).toEqual(known);
    expect(await fixture.ledger(brokerage.id)).toEqual([]);
  });

  it.each(["newsletter", "tour", "deleted lead"])("knows people by their %s alone", async (way) => {
    const email = `grace-${made}@visitors.test`;
    const { db } = fixture.lintel.database;
    const now = fixture.lintel.clock.now();
    if (way === "newsletter") {
      const body = { email };
      await fixture.lintel.call("/api/newsletter/subscribe", { method: "POST", host: brokerage.host, body });
    } else if (way === "tour") {
      const lead_id = await brokerage.makeLead();
      const row = { brokerage_id: brokerage.id, lead_id, listing_id: "x", name: "Grace", email };
      await db
        .insertInto("tour_requests")
        .values({ ...row, created_at: now, updated_at: now })
        .execute();
    } else {
      const lead = await brokerage.makeLead({ email });
      await fixture.lintel.call(`/api/v1/admin/leads/${lead}`, { method: "DELETE", key: brokerage.broker });
    }
    await brokerage.submit("erase", email);
    await deliver();
    expect(await fixture.mailsTo(email)).toHaveLength(1);
  });

  it("does not use data of another tenant's brokerage", async () => {
    const other = await openPrivacy(fixture.lintel, `asking-${++made}`);
    await other.submit("erase", ADA);
    await deliver();
    expect(await fixture.mailsTo(ADA)).toEqual([]);
    expect(await other.requests()).toEqual([]);
  });

  it("sends one mail when several processes run the job concurrently", async () => {
    await brokerage.submit("erase", ADA);
    await Promise.all(Array.from({ length: 10 }, () => sendConfirmations(fixture.lintel.ctx)));
    await fixture.deliver();
    expect(await fixture.mailsTo(ADA)).toHaveLength(1);
  });

  it("deletes requests that were not confirmed within 7 days", async () => {
    await brokerage.submit("erase", ADA);
    await deliver();
    fixture.lintel.clock.advance(7 * DAY - 1000);
    await brokerage.sweep();
    expect(await brokerage.requests()).toHaveLength(1);
    fixture.lintel.clock.advance(1000);
    await brokerage.sweep();
    expect(await brokerage.requests()).toEqual([]);
    fixture.lintel.clock.advance(-7 * DAY);
  });

  it("refuses an invalid address or kind", async () => {
    const refused = await brokerage.submit("forget" as "erase", "ada");
    expect(validationErrors(refused)).toEqual([
      422,
      [
        ["body.email", "email must be a valid email address"],
        ["body.kind", "kind must be one of erase, export"],
      ],
    ]);
    expect(await brokerage.requests()).toEqual([]);
  });
});
