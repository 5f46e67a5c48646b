import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import { DAY, openPrivacy, type PrivacyFixture } from "../../test/harness/privacy-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";
const invalid = [404, { detail: "This link is not valid" }];

type Notified = { recipient: string; content: { data: { leads: string[]; url: string } } };

describe("confirmPrivacyRequest", () => {
  let lintel: TestApp;
  let brokerage: PrivacyFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openPrivacy(lintel, `confirming-${++made}`);
    await brokerage.makeLead({ stage: "IN_CONTRACT" });
  });

  const confirm = (link: string | null, options: object = {}) =>
    lintel.call(link as string, { method: "POST", ...options });
  const after = (days: number) => new Date(lintel.clock.now().getTime() + days * DAY);

  it.each([
    ["erase", 30],
    ["export", 0],
  ] as const)("confirms once, and says when it is due: %s", async (kind, days) => {
    const link = await brokerage.confirmationPath(kind, ADA);
    const id = (await brokerage.requests())[0]?.id as number;
    expect(outcome(await confirm(link))).toEqual([200, { id, status: "confirmed" }]);
    expect(await brokerage.requests()).toMatchObject([
      { status: "confirmed", confirmed_at: lintel.clock.now(), due_at: after(days), token_hash: null },
    ]);
    expect(outcome(await confirm(link))).toEqual(invalid);
  });

  it("succeeds once of 100 concurrent calls", async () => {
    const link = await brokerage.confirmationPath("erase", ADA);
    await brokerage.makeLead();
    await hireBroker();
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, at) => (at % 2 ? confirm(link) : confirm(`${link}/button`))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(99);
    expect(await mails()).toHaveLength(1);
  });

  it("refuses tokens of another kind, expired ones and unknown ones", async () => {
    const link = (await brokerage.confirmationPath("erase", ADA)) as string;
    await brokerage.submitConfirmed("export", ADA);
    await brokerage.sweep();
    const download = (await brokerage.linkInMail("privacy_export_ready", ADA)) as string;
    expect(outcome(await confirm(download.replace("exports", "confirm")))).toEqual(invalid);
    for (const path of [`${link}x`, "/api/privacy/confirm/nonsense", "/api/privacy/confirm/%3C"])
      expect([path, ...outcome(await confirm(path))]).toEqual([path, ...invalid]);
    lintel.clock.advance(7 * DAY);
    expect(outcome(await confirm(link))).toEqual(invalid);
    expect(await brokerage.requests()).toMatchObject([
      { status: "pending_confirmation" },
      { status: "done" },
    ]);
  });

  it("works on any Host, with any body, and although the brokerage is disabled", async () => {
    const link = await brokerage.confirmationPath("erase", ADA);
    await brokerage.disable();
    const options = { host: "unknown.test", headers: { "content-type": "text/plain" }, body: "yes" };
    expect((await confirm(link, options)).status).toBe(200);
  });

  it("notifies the brokers of an erasure: address, date and leads", async () => {
    await hireBroker();
    for (let n = 1; n <= 11; n++) {
      await brokerage.makeLead({ first_name: `Ada ${n}` });
      lintel.clock.advance(1000);
    }
    const id = await brokerage.submitConfirmed("erase", "ADA@visitors.test");
    const [mail] = (await mails()) as [Notified];
    expect(mail.recipient).toBe("olga@brokers.test");
    expect(mail.content).toMatchObject({
      audience: "staff",
      data: {
        name: "Olga",
        email: "ADA@visitors.test",
        dueOn: expect.stringMatching(/^July \d\d, 2026$/),
        more: 2,
      },
    });
    const { data } = mail.content;
    expect(data.leads).toHaveLength(10);
    expect(data.leads[0]).toMatch(/^Ada 11 Lovelace, new \(lead \d+\)$/);
    expect(data.url).toMatch(/\/api\/v1\/admin\/privacy\/requests$/);
    expect(id).toBeGreaterThan(0);
  });

  it("names the lead's open contract to the brokers; an export sends them no mail", async () => {
    await hireBroker();
    await brokerage.submitConfirmed("export", ADA);
    expect(await mails()).toEqual([]);
    await brokerage.submitConfirmed("erase", ADA);
    const [mail] = await mails();
    expect(JSON.stringify(mail?.content)).toContain("Ada Lovelace, in contract (lead ");
  });

  const hireBroker = () =>
    lintel.call("/api/admin/broker-contacts", {
      method: "POST",
      key: brokerage.broker,
      body: { brokerage_id: brokerage.id, name: "Olga", email: "olga@brokers.test" },
    });
  const mails = () =>
    lintel.database.db
      .selectFrom("messages")
      .select(["recipient", "content"])
      .where("brokerage_id", "=", brokerage.id)
      .where("kind", "=", "privacy_erasure_confirmed")
      .execute();
});
