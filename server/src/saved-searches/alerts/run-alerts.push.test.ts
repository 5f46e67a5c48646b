import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTownClient, type TownClient } from "../../../test/harness/alert-fixture.ts";
import { openBrowser } from "../../../test/harness/browser.ts";
import { type PushService, startPushService } from "../../../test/harness/push-service.ts";
import {
  openAlertMail,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../../../test/harness/searches-fixture.ts";
import { vapid } from "../../../test/harness/vapid.ts";
import { Outbound } from "../../platform/outbound/outbound.ts";
import { runAlerts } from "../index.ts";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

describe("pushes of alerts", () => {
  let service: PushService;
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  let outbound: Outbound;
  beforeAll(async () => {
    service = await startPushService();
    mail = await openAlertMail({ ...vapid, LOG_LEVEL: "silent", OUTBOUND_ALLOW: "127.0.0.1" });
    north = await openSearches(mail.lintel, "north");
    outbound = new Outbound({
      allow: ["127.0.0.1"],
      resolve: async () => ["127.0.0.1"],
      timeouts: { deadlineMs: 5000, connectMs: 3000, idleMs: 1000 },
    });
  });
  afterAll(async () => {
    await outbound.close();
    await mail.close();
    await service.close();
  });

  const send = () => runAlerts({ ...mail.lintel.ctx, outbound });
  const pushedTo = (path: string) => service.pushed.filter((each) => each.path === path).length;
  async function subscribe({ token }: TownClient, path: string) {
    const { json } = openBrowser(service.origin + path);
    const options = { ...north.as(token), method: "POST" as const, body: json };
    expect((await mail.lintel.call(`${SEARCHES}/push-subscriptions`, options)).status).toBe(201);
  }
  /** Of the client. */
  const stored = async ({ address }: TownClient) => {
    const { db } = mail.lintel.database;
    const { id } = await db
      .selectFrom("clients")
      .select("id")
      .where("email", "=", address)
      .executeTakeFirstOrThrow();
    const alerts = await db
      .selectFrom("search_alerts")
      .select(["channel", "state"])
      .where("client_id", "=", id)
      .orderBy("id")
      .execute();
    const events = await db
      .selectFrom("search_events")
      .select("pending")
      .where("client_id", "=", id)
      .execute();
    return { alerts, pending: events.filter(({ pending }) => pending).length };
  };

  it("go to a browser that has come between the event and the time at which they are due", async () => {
    const client = await openTownClient(mail, north, { frequency: "daily", channels: ["push"] });
    await client.list("1");
    await subscribe(client, "/late");
    mail.lintel.clock.advance(DAY);
    expect(await send()).toMatchObject({ alert_sent: 1 });
    expect(pushedTo("/late")).toBe(1);
    expect(await stored(client)).toEqual({ alerts: [{ channel: "push", state: "sent" }], pending: 0 });
  });

  it("end unsent without a browser, and leave nothing that waits", async () => {
    const client = await openTownClient(mail, north, { channels: ["email", "push"] });
    await client.list("1");
    expect(await send()).toMatchObject({ alert_sent: 1 });
    expect(await stored(client)).toEqual({
      alerts: [
        { channel: "email", state: "sent" },
        { channel: "push", state: "dropped" },
      ],
      pending: 0,
    });
    await client.list("2");
    await subscribe(client, "/then");
    await client.list("3");
    await send();
    expect([pushedTo("/then"), (await mail.mailsTo(client.address)).length]).toEqual([1, 2]);
  });

  it("end with the last of their browsers, also where another one fails", async () => {
    const client = await openTownClient(mail, north, { channels: ["push"] });
    for (const path of ["/gone", "/busy", "/well"]) await subscribe(client, path);
    service.answers.set("/gone", { status: 410 });
    service.answers.set("/busy", { status: 500 });
    await client.list("1");
    expect(await send()).toMatchObject({ alert_sent: 1, alert_dropped: 1, alert_to_be_retried: 1 });
    expect(await stored(client)).toEqual({ alerts: [{ channel: "push", state: "sending" }], pending: 1 });
    service.answers.clear();
    mail.lintel.clock.advance(61 * MINUTE);
    expect(await send()).toMatchObject({ alert_sent: 1 });
    expect([pushedTo("/busy"), pushedTo("/well")]).toEqual([2, 1]);
    expect(await stored(client)).toEqual({ alerts: [{ channel: "push", state: "sent" }], pending: 0 });
  });

  it("tell a further drop apart where the mail with the first one still waits, which tells both once", async () => {
    const client = await openTownClient(mail, north, { channels: ["email", "push"], events: ["price_drop"] });
    await subscribe(client, "/drops");
    const mails = async () => (await mail.mailsTo(client.address)).length;
    await client.list("1");
    await mail.server.down();
    await client.list("1", { ListPrice: 390_000 });
    mail.lintel.clock.advance(61 * MINUTE);
    await send();
    expect([pushedTo("/drops"), await mails()]).toEqual([1, 0]);
    await client.list("1", { ListPrice: 380_000 });
    await mail.server.up();
    mail.lintel.clock.advance(20 * MINUTE);
    await send();
    expect([pushedTo("/drops"), await mails()]).toEqual([1, 1]);
    expect(await client.lastText()).toContain("\u2212$20,000");
    mail.lintel.clock.advance(61 * MINUTE);
    await send();
    expect([pushedTo("/drops"), await mails()]).toEqual([2, 1]);
  });

  it("are not planned without a VAPID key pair", async () => {
    const plain = await openAlertMail();
    try {
      const south = await openSearches(plain.lintel, "south");
      const client = await openTownClient(plain, south, { channels: ["email", "push"] });
      await client.list("1");
      await south.send();
      const rows = await plain.lintel.database.db
        .selectFrom("search_alerts")
        .select(["channel", "state"])
        .execute();
      expect(rows).toEqual([{ channel: "email", state: "sent" }]);
      const pending = await plain.lintel.database.db
        .selectFrom("search_events")
        .select("id")
        .where("pending", "=", true)
        .execute();
      expect(pending).toEqual([]);
    } finally {
      await plain.close();
    }
  });
});
