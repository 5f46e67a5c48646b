import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import { type MailFixture, startMailFixture } from "../../test/harness/mail-fixture.ts";
import { DAY, openPrivacyDesk, type PrivacyDesk } from "../../test/harness/privacy-desk.ts";
import type { Reply } from "../../test/harness/test-app.ts";
import { writeConfirmations } from "./write-confirmations.ts";

const ADA = "ada@visitors.test";

describe("createPrivacyRequest", () => {
  let room: MailFixture;
  let desk: PrivacyDesk;
  let made = 0;
  beforeAll(async () => {
    room = await startMailFixture({ PUBLIC_API_URL: "https://api.test/base/" });
  });
  afterAll(() => room.close());
  beforeEach(async () => {
    desk = await openPrivacyDesk(room.lintel, `asking-${++made}`);
    await desk.makeLead();
    room.server.arrived.length = 0;
  });

  const deliver = async () => {
    await writeConfirmations(room.lintel.ctx);
    await room.deliver();
  };

  it.each([
    ["erase", "Please confirm: erase your data"],
    ["export", "Please confirm: a copy of your data"],
  ] as const)("has whoever we know confirm it by mail: %s", async (kind, subject) => {
    expect(outcome(await desk.ask(kind, "Ada@visitors.test"))).toEqual([
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

  it("keeps of the token its hash, and the token itself no longer than the mail waits", async () => {
    await desk.ask("erase", ADA);
    await deliver();
    const [mail] = await room.mailsTo(ADA);
    const token = /confirm\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] as string;
    const [request] = await desk.requests();
    expect(request?.token_hash).toHaveLength(32);
    const texts = JSON.stringify([await room.ledger(desk.id), await desk.requests()]);
    expect(texts).not.toContain(token);
  });

  it("answers a stranger the same, writes no mail, and forgets the address", async () => {
    const known = await desk.ask("erase", ADA);
    const strange = await desk.ask("erase", "nobody@strangers.test");
    expect(outcome(strange)).toEqual([202, { ...known.body, id: known.body.id + 1 }]);
    const headOf = ({ "x-request-id": _id, date: _date, ...head }: Reply["headers"]) => head;
    expect(headOf(strange.headers)).toEqual(headOf(known.headers));
    await deliver();
    expect(await room.mailsTo("nobody@strangers.test")).toEqual([]);
    expect((await desk.requests()).map(({ email }) => email)).toEqual([ADA]);
    expect(await room.ledger(desk.id)).toHaveLength(1);
  });

  it("does the same work for both while they wait: one row, and nothing of what is known", async () => {
    await desk.ask("erase", ADA);
    await desk.ask("erase", "nobody@strangers.test");
    const [known, strange] = (await desk.requests()).map(({ id, email, email_hash, ...row }) => row);
    expect(strange).toEqual(known);
    expect(await room.ledger(desk.id)).toEqual([]);
  });

  it.each(["newsletter", "tour", "deleted lead"])("knows people by their %s alone", async (way) => {
    const email = `grace-${made}@visitors.test`;
    const { db } = room.lintel.database;
    const now = room.lintel.clock.now();
    if (way === "newsletter") {
      const body = { email };
      await room.lintel.call("/api/newsletter/subscribe", { method: "POST", host: desk.host, body });
    } else if (way === "tour") {
      const lead_id = await desk.makeLead();
      const row = { brokerage_id: desk.id, lead_id, listing_id: "x", name: "Grace", email };
      await db
        .insertInto("tour_requests")
        .values({ ...row, created_at: now, updated_at: now })
        .execute();
    } else {
      const lead = await desk.makeLead({ email });
      await room.lintel.call(`/api/v1/admin/leads/${lead}`, { method: "DELETE", key: desk.broker });
    }
    await desk.ask("erase", email);
    await deliver();
    expect(await room.mailsTo(email)).toHaveLength(1);
  });

  it("knows nobody by what another tenant's brokerage knows", async () => {
    const other = await openPrivacyDesk(room.lintel, `asking-${++made}`);
    await other.ask("erase", ADA);
    await deliver();
    expect(await room.mailsTo(ADA)).toEqual([]);
    expect(await other.requests()).toEqual([]);
  });

  it("writes one mail, however many processes look at once", async () => {
    await desk.ask("erase", ADA);
    await Promise.all(Array.from({ length: 10 }, () => writeConfirmations(room.lintel.ctx)));
    await room.deliver();
    expect(await room.mailsTo(ADA)).toHaveLength(1);
  });

  it("removes what nobody has confirmed in 7 days", async () => {
    await desk.ask("erase", ADA);
    await deliver();
    room.lintel.clock.advance(7 * DAY - 1000);
    await desk.sweep();
    expect(await desk.requests()).toHaveLength(1);
    room.lintel.clock.advance(1000);
    await desk.sweep();
    expect(await desk.requests()).toEqual([]);
    room.lintel.clock.advance(-7 * DAY);
  });

  it("refuses what is no address or no kind", async () => {
    const refused = await desk.ask("forget" as "erase", "ada");
    expect(validationErrors(refused)).toEqual([
      422,
      [
        ["body.email", "email must be a valid email address"],
        ["body.kind", "kind must be one of erase, export"],
      ],
    ]);
    expect(await desk.requests()).toEqual([]);
  });
});
