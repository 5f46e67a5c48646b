import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTownClient } from "../../../test/harness/alert-fixture.ts";
import { LEADS } from "../../../test/harness/lead-fixture.ts";
import { home } from "../../../test/harness/market.ts";
import { openAlertMail, openSearches, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

describe("runAlerts", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  beforeAll(async () => {
    mail = await openAlertMail();
    north = await openSearches(mail.lintel, "north");
  });
  afterAll(() => mail.close());

  const clock = () => mail.lintel.clock;

  it("tells a listing's event once, however many searches match it", async () => {
    const client = await openTownClient(
      mail,
      north,
      { name: "one" },
      { name: "two" },
      { name: "weekly", frequency: "weekly" },
    );
    await client.list("1");
    expect(await client.subjects()).toHaveLength(1);
    expect(await client.lastText()).toContain("Found by: one, two");
    clock().advance(WEEK);
    expect(await client.subjects()).toHaveLength(1);
  });

  it("sends at most three instant mails an hour, then one that gathers the rest", async () => {
    const client = await openTownClient(mail, north);
    for (const id of ["1", "2", "3", "4", "5"]) {
      await client.list(id);
      await north.send();
      clock().advance(60_000);
    }
    expect(await client.subjects()).toHaveLength(3);
    clock().advance(HOUR - 4 * 60_000);
    const subjects = await client.subjects();
    expect(subjects.slice(3)).toEqual(["2 new homes"]);
  });

  it("sends nothing to a person who has opted out, in any spelling of the address, and again once it is lifted", async () => {
    const client = await openTownClient(mail, north);
    const lead = await north.makeLead({ email: client.address.toUpperCase() });
    const flag = (method: "PUT" | "DELETE") =>
      mail.lintel.call(`${LEADS}/${lead}/flags/unsubscribed`, { method, key: north.broker, body: {} });
    expect((await flag("PUT")).status).toBe(200);
    await client.list("1");
    expect(await client.subjects()).toEqual([]);
    await flag("DELETE");
    await client.list("2");
    expect(await client.subjects()).toEqual([`New: 2 Main St, ${client.city}, ID, $400,000`]);
  });

  it("sends nothing in the name of a brokerage that is disabled", async () => {
    const south = await openSearches(mail.lintel, "south");
    const token = await south.signIn("ada@south.test");
    await south.save(token, { filters: { city: ["Boise"] }, frequency: "instant" });
    await south.import({ ListingId: "S-1" });
    await south.disable();
    await south.send();
    expect(await mail.mailsTo("ada@south.test")).toEqual([]);
  });

  it("does not tell one brokerage's listings to clients of another", async () => {
    const west = await openSearches(mail.lintel, "west");
    const token = await west.signIn("ada@west.test");
    await west.save(token, { filters: { state: "any", city: ["Shared"] }, frequency: "instant" });
    await north.import({ ListingId: "shared-1", City: "Shared" });
    await north.send();
    expect(await mail.mailsTo("ada@west.test")).toEqual([]);
  });

  it("retries while the mail server is away, and tells once what has come meanwhile", async () => {
    const client = await openTownClient(mail, north);
    await client.list("1");
    await mail.server.down();
    expect(await north.send()).toMatchObject({ alert_sent: 0 });
    await client.list("2");
    await mail.server.up();
    clock().advance(6 * HOUR);
    expect(await client.subjects()).toEqual(["2 new homes"]);
    clock().advance(6 * HOUR);
    expect(await client.subjects()).toHaveLength(1);
  });

  it("is part of the sweep, which counts what it has sent", async () => {
    const client = await openTownClient(mail, north);
    await mail.lintel.importListings("north", [home({ ListingId: "sweep-1", City: client.city })]);
    const { body } = await mail.lintel.call("/api/v1/admin/leads/lifecycle/sweep", {
      method: "POST",
      key: await mail.lintel.createKey("admin"),
    });
    expect(body.counts).toMatchObject({ alert_sent: 1 });
  });

  it("shows its numbers in the metrics", async () => {
    const { text } = await mail.lintel.call("/metrics", { key: await mail.lintel.createKey("admin") });
    expect(text).toMatch(/lintel_alerts\{what="searches"\} \d+/);
    expect(text).toMatch(/lintel_alerts\{what="alerts_due"\} \d+/);
  });
});
