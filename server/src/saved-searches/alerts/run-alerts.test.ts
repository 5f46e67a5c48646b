import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alertClient, linksIn } from "../../../test/harness/alert-fixture.ts";
import { LEADS } from "../../../test/harness/lead-fixture.ts";
import { home } from "../../../test/harness/market.ts";
import {
  openAlertMail,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../../../test/harness/searches-fixture.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

describe("runAlerts", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  let made = 0;
  beforeAll(async () => {
    mail = await openAlertMail();
    north = await openSearches(mail.lintel, "north");
  });
  afterAll(() => mail.close());

  /** A client with searches for a town of its own. */
  async function open(...searches: object[]) {
    const nth = ++made;
    const [address, city] = [`client-${nth}@visitors.test`, `Place ${nth}`];
    const token = await north.signIn(address);
    const ids: number[] = [];
    for (const search of searches.length > 0 ? searches : [{}]) {
      const body = { filters: { city: [city] }, frequency: "instant", ...search };
      ids.push((await north.save(token, body)).body.id);
    }
    await north.match();
    const list = (id: string, fields: object = {}) =>
      north.import({ ListingId: `${nth}-${id}`, City: city, UnparsedAddress: `${id} Main St`, ...fields });
    return {
      address,
      city,
      token,
      ids,
      list,
      /** Subjects of the alerts, oldest first. */
      subjects: async () => {
        await north.send();
        return (await mail.mailsTo(address)).map(({ subject }) => subject);
      },
      lastText: async () => (await mail.mailsTo(address)).at(-1)?.text ?? "",
    };
  }
  const clock = () => mail.lintel.clock;

  it("tells a listing's event once, however many searches match it", async () => {
    const client = await open({ name: "one" }, { name: "two" }, { name: "weekly", frequency: "weekly" });
    await client.list("1");
    expect(await client.subjects()).toHaveLength(1);
    expect(await client.lastText()).toContain("Found by: one, two");
    clock().advance(WEEK);
    expect(await client.subjects()).toHaveLength(1);
  });

  it("has a text part with price, address, facts, reason, source and links", async () => {
    const client = await open();
    await client.list("1", { ListPrice: 512_000, ListOfficeName: "Tall Oaks Realty" });
    expect(await client.subjects()).toEqual([`New: 1 Main St, ${client.city}, ID, $512,000`]);
    const text = await client.lastText();
    for (const part of ["New", "$512,000", "1 Main St", "3 beds · 2 baths · 1,800 sq ft", "Tall Oaks Realty"])
      expect(text).toContain(part);
    expect(text).toMatch(/https:\/\/api\.test\/api\/properties\/\S+ref=[\w-]{22}/);
    expect(text).toContain("Stop all alerts");
  });

  it("sends at most three instant mails an hour, then one that gathers the rest", async () => {
    const client = await open();
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

  it("holds a price drop for an hour, and tells nothing when the price is back by then", async () => {
    const client = await open();
    await client.list("1", { ListPrice: 500_000 });
    await client.list("2", { ListPrice: 500_000 });
    expect(await client.subjects()).toHaveLength(1);
    clock().advance(HOUR);
    await client.list("1", { ListPrice: 485_000 });
    await client.list("2", { ListPrice: 450_000 });
    clock().advance(HOUR / 2);
    await client.list("2", { ListPrice: 500_000 });
    clock().advance(HOUR / 2 - 1000);
    expect(await client.subjects()).toHaveLength(1);
    clock().advance(1000);
    expect((await client.subjects()).slice(1)).toEqual([
      `\u2212$15,000: 1 Main St, ${client.city}, ID, $485,000`,
    ]);
  });

  it("writes the ledger's row of a held price drop at once", async () => {
    const client = await open();
    await client.list("1", { ListPrice: 500_000 });
    await client.subjects();
    clock().advance(2 * HOUR);
    await client.list("1", { ListPrice: 485_000 });
    const rows = await mail.lintel.database.db
      .selectFrom("messages")
      .select(["state", "due_at"])
      .where("recipient", "=", client.address)
      .where("kind", "=", "search_alert")
      .where("state", "=", "waiting")
      .execute();
    expect(rows).toEqual([{ state: "waiting", due_at: new Date(clock().now().getTime() + HOUR) }]);
  });

  it("adds drops that follow each other within the hour", async () => {
    const client = await open();
    await client.list("1", { ListPrice: 500_000 });
    await client.subjects();
    clock().advance(2 * HOUR);
    for (const ListPrice of [490_000, 480_000, 470_000]) await client.list("1", { ListPrice });
    clock().advance(HOUR);
    expect((await client.subjects()).slice(1)).toEqual([
      `\u2212$30,000: 1 Main St, ${client.city}, ID, $470,000`,
    ]);
  });

  it("does not take a home for new that returns under another id within 90 days", async () => {
    const client = await open();
    const parcel = { ParcelNumber: `R-${made}`, PostalCode: "83702" };
    await client.list("1", parcel);
    expect(await client.subjects()).toHaveLength(1);
    await client.list("1", { ...parcel, StandardStatus: "Withdrawn" });
    clock().advance(89 * DAY);
    await client.list("again", parcel);
    expect(await client.subjects()).toHaveLength(1);
    await client.list("again", { ...parcel, StandardStatus: "Withdrawn" });
    clock().advance(91 * DAY);
    const late = await north.signIn(client.address);
    await mail.lintel.call(SEARCHES, north.as(late));
    await client.list("third", parcel);
    expect((await client.subjects()).filter((subject) => subject?.startsWith("New"))).toHaveLength(2);
  });

  it("tells that a listing is back on the market, and another status to searches that want it", async () => {
    const client = await open({}, { name: "all", events: ["status", "open_house"] });
    await client.list("1");
    await client.subjects();
    await client.list("1", { StandardStatus: "Pending" });
    expect((await client.subjects()).at(-1)).toBe(`Pending: 1 Main St, ${client.city}, ID, $400,000`);
    await client.list("1");
    expect((await client.subjects()).at(-1)).toBe(
      `Back on the market: 1 Main St, ${client.city}, ID, $400,000`,
    );
  });

  it("tells a new open house with its local time", async () => {
    const client = await open({ events: ["open_house"] });
    await client.list("1");
    expect(await client.subjects()).toEqual([]);
    await client.list("1", {
      Latitude: 43.6,
      Longitude: -116.2,
      OpenHouse: [
        {
          OpenHouseKey: "one",
          OpenHouseDate: "2027-06-05",
          OpenHouseStartTime: "2027-06-05T19:00:00Z",
          OpenHouseEndTime: "2027-06-05T21:00:00Z",
        },
      ],
    });
    expect((await client.subjects()).at(-1)).toContain("Open house Sat, Jun 5, 1:00 PM to 3:00 PM");
  });

  it("leaves out what has left before the mail leaves", async () => {
    const client = await open({ frequency: "daily" });
    await client.list("1");
    await client.list("2");
    await client.list("2", { StandardStatus: "Withdrawn" });
    clock().advance(DAY);
    expect(await client.subjects()).toEqual([`New: 1 Main St, ${client.city}, ID, $400,000`]);
    await client.list("3");
    await client.list("3", { StandardStatus: "Withdrawn" });
    clock().advance(DAY);
    expect(await client.subjects()).toHaveLength(1);
  });

  it("shows twenty homes, counts the others and links to them", async () => {
    const client = await open({ frequency: "daily" });
    for (let nth = 1; nth <= 23; nth++) await client.list(String(nth));
    clock().advance(DAY);
    expect(await client.subjects()).toEqual(["23 new homes"]);
    const text = await client.lastText();
    expect(text.match(/Main St/g)).toHaveLength(20);
    expect(text).toContain("There are 3 more homes than this mail shows.");
    expect(text).toMatch(/https:\/\/api\.test\/api\/properties\?brokerage_id=\d+&_ref=\S+city=/);
  });

  it("sends nothing to a person who has opted out, in any spelling of the address, and again once it is lifted", async () => {
    const client = await open();
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
    const south = await openSearches(mail.lintel, `south-${++made}`);
    const token = await south.signIn("ada@south.test");
    await south.save(token, { filters: { city: ["Boise"] }, frequency: "instant" });
    await south.import({ ListingId: "S-1" });
    await south.disable();
    await south.send();
    expect(await mail.mailsTo("ada@south.test")).toEqual([]);
  });

  it("does not tell one brokerage's listings to clients of another", async () => {
    const west = await openSearches(mail.lintel, `west-${++made}`);
    const token = await west.signIn("ada@west.test");
    await west.save(token, { filters: { state: "any", city: ["Shared"] }, frequency: "instant" });
    await north.import({ ListingId: "shared-1", City: "Shared" });
    await north.send();
    expect(await mail.mailsTo("ada@west.test")).toEqual([]);
  });

  it("retries while the mail server is away, and tells once what has come meanwhile", async () => {
    const client = await open();
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

  it("counts a click as a sign of life and of interest, a HEAD or a page loaded in advance as neither", async () => {
    const { address, linkOf } = await alertClient(mail, north);
    const lead = await north.makeLead({ email: address });
    const link = linkOf(/https:\S+\/api\/properties\//);
    const unanswered = async () =>
      (
        await mail.lintel.database.db
          .selectFrom("client_activity")
          .innerJoin("clients", "clients.id", "client_id")
          .select("unanswered_since")
          .where("email", "=", address)
          .executeTakeFirst()
      )?.unanswered_since ?? null;
    const clicks = async () =>
      (
        await mail.lintel.database.db
          .selectFrom("lead_signals")
          .select("kind")
          .where("lead_id", "=", lead)
          .execute()
      ).filter(({ kind }) => kind === "alert_click").length;
    await mail.lintel.call(link, { method: "HEAD" });
    await mail.lintel.call(link, { headers: { "sec-purpose": "prefetch;prerender" } });
    expect([await unanswered(), await clicks()]).toEqual([expect.any(Date), 0]);
    for (let time = 0; time < 3; time++) expect((await mail.lintel.call(link)).status).toBe(200);
    expect([await unanswered(), await clicks()]).toEqual([null, 1]);
  });

  it("becomes weekly after eight weeks without an answer and says so once; any call with the token ends that", async () => {
    const client = await open();
    await client.list("1");
    await client.subjects();
    clock().advance(8 * WEEK);
    await client.list("2");
    expect(await client.subjects()).toHaveLength(1);
    clock().advance(WEEK);
    expect(await client.subjects()).toHaveLength(2);
    expect(await client.lastText()).toContain("from now on they come once a week");
    await client.list("3");
    clock().advance(WEEK);
    expect(await client.subjects()).toHaveLength(3);
    expect(await client.lastText()).not.toContain("from now on they come once a week");
    await mail.lintel.call(SEARCHES, north.as(client.token));
    await client.list("4");
    expect(await client.subjects()).toHaveLength(4);
  });

  it("pauses after sixteen weeks with one mail that asks, until the search is changed", async () => {
    const client = await open({ name: "Near work" });
    await client.list("1");
    await client.subjects();
    clock().advance(16 * WEEK);
    await north.send();
    await client.list("2");
    clock().advance(WEEK);
    expect((await client.subjects()).filter((subject) => !subject?.startsWith("New"))).toEqual([]);
    const token = await north.signIn(client.address);
    const path = `${SEARCHES}/${client.ids[0]}`;
    const read = await mail.lintel.call(path, north.as(token));
    expect(read.body).toMatchObject({ status: "paused", effective_frequency: "off" });
    const { body } = await mail.lintel.call(path, { ...north.as(token), method: "PATCH", body: {} });
    expect(body).toMatchObject({ status: "active", effective_frequency: "instant" });
    await client.list("3");
    expect(await client.subjects()).toHaveLength(2);
  });

  it("is part of the sweep, which counts what it has sent", async () => {
    const client = await open();
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

  it("marks mails with the links that end their alerts", async () => {
    const client = await open({ name: "one" });
    await client.list("1");
    await north.send();
    const [first] = await mail.mailsTo(client.address);
    const { oneClick, linkOf } = linksIn(first as NonNullable<typeof first>);
    expect(linkOf("Stop alerts for")).toBe(oneClick);
  });
});
