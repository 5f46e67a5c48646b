import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS } from "../../../test/harness/lead-fixture.ts";
import { openPrivacy, type PrivacyFixture } from "../../../test/harness/privacy-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { WEBHOOKS } from "../../../test/harness/webhook-fixture.ts";
import { makeDeliveries } from "../delivery/make-deliveries.ts";

const ADA = "Ada@visitors.test";
const GRACE = "grace@visitors.test";

/** What webhooks were told of people goes with them, and is handed over to them. */
describe("deliveries about a person", () => {
  let lintel: TestApp;
  let brokerage: PrivacyFixture;
  let other: PrivacyFixture;
  let kept: number;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openPrivacy(lintel, "told");
    other = await openPrivacy(lintel, "others");
    const admin = await lintel.createKey("admin");
    const events = ["lead.created", "lead.stage_changed"];
    for (const [key, url] of [
      [brokerage.broker, "https://93.184.216.34:8443/hooks/a-token"],
      [other.broker, "https://93.184.216.35/"],
      [admin, "https://93.184.216.36/"],
    ])
      await lintel.call(WEBHOOKS, { method: "POST", key: key as string, body: { url, events } });
    kept = await arrive(brokerage, ADA);
    await arrive(brokerage, GRACE);
    await arrive(other, ADA);
    const notified = await arrive(brokerage, ADA);
    await makeDeliveries(lintel.ctx);
    const untold = await arrive(brokerage, ADA);
    for (const id of [notified, untold])
      await lintel.call(`${LEADS}/${id}`, { method: "DELETE", key: brokerage.broker });
    await makeDeliveries(lintel.ctx);
    // One more, which is announced and not made into messages yet.
    await arrive(brokerage, ADA);
  });
  afterAll(() => lintel.close());

  const arrive = async ({ broker, id }: PrivacyFixture, email: string): Promise<number> => {
    const lead = {
      first_name: "A",
      last_name: "B",
      email,
      subject: "Hello",
      message: "Hello",
      brokerage_id: id,
    };
    return (await lintel.call(LEADS, { method: "POST", key: broker, body: lead })).body.id;
  };

  const owner = ({ email, brokerage_id }: Record<string, unknown>) => `${email} of ${brokerage_id}`;
  async function left(): Promise<string[]> {
    const { db } = lintel.database;
    const made = await db.selectFrom("webhook_deliveries").select("payload").execute();
    const announced = await db.selectFrom("event_outbox").select("data").execute();
    return [
      ...made.map(({ payload }) => owner(JSON.parse(payload).data)),
      ...announced.map(({ data }) => owner(data as Record<string, unknown>)),
    ].toSorted();
  }

  it("are exported with the receiver's host and no secrets, without those of deleted leads", async () => {
    await brokerage.run(await brokerage.submitConfirmed("export", ADA));
    const { body, text } = await lintel.call(
      (await brokerage.linkInMail("privacy_export_ready", ADA)) as string,
    );
    const { webhook_deliveries: notified } = body;
    expect(notified.map(({ to }: { to: string }) => to).toSorted()).toEqual([
      "93.184.216.34:8443",
      "93.184.216.36",
    ]);
    expect(notified.at(-1)).toEqual({
      event: "lead.created",
      to: expect.any(String),
      status: "pending",
      created_at: expect.any(String),
      delivered_at: null,
      payload: {
        event: "lead.created",
        timestamp: expect.any(String),
        data: expect.objectContaining({ lead_id: kept, email: ADA }),
      },
    });
    expect(text).not.toMatch(/a-token|grace/i);
  });

  it("are deleted by an erasure, sent or pending, of every webhook; other people's are not", async () => {
    const { body } = await brokerage.run(await brokerage.submitConfirmed("erase", ADA));
    expect(body.receipt.webhook_deliveries).toBe(2);
    const twice = (host: string) => [host, host];
    expect(await left()).toEqual([`${ADA} of ${other.id}`, `${GRACE} of ${brokerage.id}`].flatMap(twice));
  });

  it("are deleted completely while outbox events are being turned into deliveries", async () => {
    const before = await left();
    const zed = "zed@visitors.test";
    for (let nth = 0; nth < 5; nth++) await arrive(brokerage, zed);
    const erasure = await brokerage.submitConfirmed("erase", zed);
    const [{ body }] = await Promise.all([brokerage.run(erasure), makeDeliveries(lintel.ctx)]);
    expect(body.status).toBe("done");
    expect(await left()).toEqual(before);
  });
});
