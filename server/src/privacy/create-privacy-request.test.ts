import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import { type MailFixture, openMail } from "../../test/harness/mail-fixture.ts";
import { DAY, openPrivacy, type PrivacyFixture } from "../../test/harness/privacy-fixture.ts";
import type { Reply } from "../../test/harness/test-app.ts";
import { sendConfirmations } from "./send-confirmations.ts";

const ADA = "ada@visitors.test";

describe("createPrivacyRequest", () => {
  let room: MailFixture;
  let fixture: PrivacyFixture;
  let made = 0;
  beforeAll(async () => {
    room = await openMail({ PUBLIC_API_URL: "https://api.test/base/" });
  });
  afterAll(() => room.close());
  beforeEach(async () => {
    fixture = await openPrivacy(room.lintel, `asking-${++made}`);
    await fixture.makeLead();
    room.server.arrived.length = 0;
  });

  const deliver = async () => {
    await sendConfirmations(room.lintel.ctx);
    await room.deliver();
  };

  it.each([
    ["erase", "Please confirm: erase your data"],
    ["export", "Please confirm: a copy of your data"],
  ] as const)("has whoever we know confirm it by mail: %s", async (kind, subject) => {
    expect(outcome(await fixture.submit(kind, "Ada@visitors.test"))).toEqual([
      202,
      { id: expect.any(Number), status: "pending_confirmation" },
    ]);
    await deliver();
    const [mail, ...others] = await room.mailsTo("Ada@visitors.test");
    expect([mail?.subject, others]).toEqual([subject, []]);
    expect(mail?.from?.name).toBe(`asking-${made}`);
    expect(mail?.text).toMatch(/https:\/\/api\.test\/base\/api\/privacy\/confirm\/[\w-]{43}\b/);
    expect(mail?.text).toContain("June 22, 2026");
    expect(mail?.text).toContain("reply with the word unsubscribe");
  });

  it("stores only the token's hash, and the token itself only until the mail is sent", async () => {
    await fixture.submit("erase", ADA);
    await deliver();
    const [mail] = await room.mailsTo(ADA);
    const token = /confirm\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] as string;
    const [request] = await fixture.requests();
    expect(request?.token_hash).toHaveLength(32);
    const texts = JSON.stringify([await room.ledger(fixture.id), await fixture.requests()]);
    expect(texts).not.toContain(token);
  });

  it("gives an unknown address the same reply, sends no mail, and deletes the address", async () => {
    const known = await fixture.submit("erase", ADA);
    const strange = await fixture.submit("erase", "nobody@strangers.test");
    expect(outcome(strange)).toEqual([202, { ...known.body, id: known.body.id + 1 }]);
    const headOf = ({ "x-request-id": _id, date: _date, ...head }: Reply["headers"]) => head;
    expect(headOf(strange.headers)).toEqual(headOf(known.headers));
    await deliver();
    expect(await room.mailsTo("nobody@strangers.test")).toEqual([]);
    expect((await fixture.requests()).map(({ email }) => email)).toEqual([ADA]);
    expect(await room.ledger(fixture.id)).toHaveLength(1);
  });

  it("does the same work for known and unknown addresses: one row, and no lookup", async () => {
    await fixture.submit("erase", ADA);
    await fixture.submit("erase", "nobody@strangers.test");
    const [known, strange] = (await fixture.requests()).map(({ id, email, email_hash, ...row }) => row);
    expect(strange).toEqual(known);
    expect(await room.ledger(fixture.id)).toEqual([]);
  });

  it.each(["newsletter", "tour", "deleted lead"])("knows people by their %s alone", async (way) => {
    const email = `grace-${made}@visitors.test`;
    const { db } = room.lintel.database;
    const now = room.lintel.clock.now();
    if (way === "newsletter") {
      const body = { email };
      await room.lintel.call("/api/newsletter/subscribe", { method: "POST", host: fixture.host, body });
    } else if (way === "tour") {
      const lead_id = await fixture.makeLead();
      const row = { brokerage_id: fixture.id, lead_id, listing_id: "x", name: "Grace", email };
      await db
        .insertInto("tour_requests")
        .values({ ...row, created_at: now, updated_at: now })
        .execute();
    } else {
      const lead = await fixture.makeLead({ email });
      await room.lintel.call(`/api/v1/admin/leads/${lead}`, { method: "DELETE", key: fixture.broker });
    }
    await fixture.submit("erase", email);
    await deliver();
    expect(await room.mailsTo(email)).toHaveLength(1);
  });

  it("does not use data of another tenant's brokerage", async () => {
    const other = await openPrivacy(room.lintel, `asking-${++made}`);
    await other.submit("erase", ADA);
    await deliver();
    expect(await room.mailsTo(ADA)).toEqual([]);
    expect(await other.requests()).toEqual([]);
  });

  it("sends one mail when several processes run the job concurrently", async () => {
    await fixture.submit("erase", ADA);
    await Promise.all(Array.from({ length: 10 }, () => sendConfirmations(room.lintel.ctx)));
    await room.deliver();
    expect(await room.mailsTo(ADA)).toHaveLength(1);
  });

  it("deletes requests that were not confirmed within 7 days", async () => {
    await fixture.submit("erase", ADA);
    await deliver();
    room.lintel.clock.advance(7 * DAY - 1000);
    await fixture.sweep();
    expect(await fixture.requests()).toHaveLength(1);
    room.lintel.clock.advance(1000);
    await fixture.sweep();
    expect(await fixture.requests()).toEqual([]);
    room.lintel.clock.advance(-7 * DAY);
  });

  it("refuses an invalid address or kind", async () => {
    const refused = await fixture.submit("forget" as "erase", "ada");
    expect(validationErrors(refused)).toEqual([
      422,
      [
        ["body.email", "email must be a valid email address"],
        ["body.kind", "kind must be one of erase, export"],
      ],
    ]);
    expect(await fixture.requests()).toEqual([]);
  });
});
