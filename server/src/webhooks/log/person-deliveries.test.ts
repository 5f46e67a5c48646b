import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS } from "../../../test/harness/lead-fixture.ts";
import { openPrivacyDesk, type PrivacyDesk } from "../../../test/harness/privacy-desk.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { WEBHOOKS } from "../../../test/harness/webhook-desk.ts";
import { makeDeliveries } from "../delivery/make-deliveries.ts";

const ADA = "Ada@visitors.test";
const GRACE = "grace@visitors.test";

/** What webhooks were told of people goes with them, and is handed over to them. */
describe("what webhooks were told of somebody", () => {
  let lintel: TestApp;
  let desk: PrivacyDesk;
  let other: PrivacyDesk;
  let kept: number;
  beforeAll(async () => {
    lintel = await startTestApp();
    desk = await openPrivacyDesk(lintel, "told");
    other = await openPrivacyDesk(lintel, "others");
    const admin = await lintel.createKey("admin");
    const events = ["lead.created", "lead.stage_changed"];
    for (const [key, url] of [
      [desk.broker, "https://93.184.216.34:8443/hooks/a-token"],
      [other.broker, "https://93.184.216.35/"],
      [admin, "https://93.184.216.36/"],
    ])
      await lintel.call(WEBHOOKS, { method: "POST", key: key as string, body: { url, events } });
    kept = await arrive(desk, ADA);
    await arrive(desk, GRACE);
    await arrive(other, ADA);
    const told = await arrive(desk, ADA);
    await makeDeliveries(lintel.ctx);
    const untold = await arrive(desk, ADA);
    for (const id of [told, untold])
      await lintel.call(`${LEADS}/${id}`, { method: "DELETE", key: desk.broker });
    await makeDeliveries(lintel.ctx);
    // One more, which is announced and not made into messages yet.
    await arrive(desk, ADA);
  });
  afterAll(() => lintel.close());

  const arrive = async ({ broker, id }: PrivacyDesk, email: string): Promise<number> => {
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

  it("is handed over, of deleted leads nothing, with the host that was told and nothing that may be secret", async () => {
    await desk.run(await desk.confirmed("export", ADA));
    const { body, text } = await lintel.call((await desk.linkIn("privacy_export_ready", ADA)) as string);
    const { webhook_deliveries: told } = body;
    expect(told.map(({ to }: { to: string }) => to).toSorted()).toEqual([
      "93.184.216.34:8443",
      "93.184.216.36",
    ]);
    expect(told.at(-1)).toEqual({
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

  it("goes with an erasure, told or still to be told, whoever was told; nobody else's does", async () => {
    const { body } = await desk.run(await desk.confirmed("erase", ADA));
    expect(body.receipt.webhook_deliveries).toBe(2);
    const twice = (whose: string) => [whose, whose];
    expect(await left()).toEqual([`${ADA} of ${other.id}`, `${GRACE} of ${desk.id}`].flatMap(twice));
  });

  it("goes wholly, while deliveries are being made of what was announced", async () => {
    const before = await left();
    const zed = "zed@visitors.test";
    for (let nth = 0; nth < 5; nth++) await arrive(desk, zed);
    const erasure = await desk.confirmed("erase", zed);
    const [{ body }] = await Promise.all([desk.run(erasure), makeDeliveries(lintel.ctx)]);
    expect(body.status).toBe("done");
    expect(await left()).toEqual(before);
  });
});
