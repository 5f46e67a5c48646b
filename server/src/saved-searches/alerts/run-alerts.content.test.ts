import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linksIn, openTownClient } from "../../../test/harness/alert-fixture.ts";
import {
  openAlertMail,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../../../test/harness/searches-fixture.ts";

const DAY = 86_400_000;

describe("the mail of an alert", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  beforeAll(async () => {
    mail = await openAlertMail();
    north = await openSearches(mail.lintel, "north");
  });
  afterAll(() => mail.close());

  const clock = () => mail.lintel.clock;

  it("has a text part with price, address, facts, reason, source and links", async () => {
    const client = await openTownClient(mail, north);
    await client.list("1", { ListPrice: 512_000, ListOfficeName: "Tall Oaks Realty" });
    expect(await client.subjects()).toEqual([`New: 1 Main St, ${client.city}, ID, $512,000`]);
    const text = await client.lastText();
    for (const part of ["New", "$512,000", "1 Main St", "3 beds · 2 baths · 1,800 sq ft", "Tall Oaks Realty"])
      expect(text).toContain(part);
    expect(text).toMatch(/https:\/\/api\.test\/api\/properties\/\S+ref=[\w-]{22}/);
    expect(text).toContain("Stop all alerts");
  });

  it("leaves out what has left before the mail leaves", async () => {
    const client = await openTownClient(mail, north, { frequency: "daily" });
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
    const client = await openTownClient(mail, north, { frequency: "daily" });
    for (let nth = 1; nth <= 23; nth++) await client.list(String(nth));
    clock().advance(DAY);
    expect(await client.subjects()).toEqual(["23 new homes"]);
    const text = await client.lastText();
    expect(text.match(/Main St/g)).toHaveLength(20);
    expect(text).toContain("There are 3 more homes than this mail shows.");
    expect(text).toMatch(/https:\/\/api\.test\/api\/properties\?brokerage_id=\d+&_ref=\S+city=/);
  });

  it("marks mails with the links that end their alerts", async () => {
    const client = await openTownClient(mail, north, { name: "one" });
    await client.list("1");
    await north.send();
    const [first] = await mail.mailsTo(client.address);
    const { oneClick, linkOf } = linksIn(first as NonNullable<typeof first>);
    expect(linkOf("Stop alerts for")).toBe(oneClick);
  });

  it("names the same reason in its subject and on its cards: back on the market is not new", async () => {
    const client = await openTownClient(mail, north, { frequency: "daily" });
    await mail.lintel.call(`${SEARCHES}/${client.ids[0]}`, {
      ...north.as(client.token),
      method: "PATCH",
      body: { filters: { city: [client.city], status: ["Active"] } },
    });
    for (const id of ["1", "2"]) await client.list(id, { StandardStatus: "Pending" });
    for (const id of ["1", "2"]) await client.list(id);
    clock().advance(DAY);
    expect(await client.subjects()).toEqual(["2 homes back on the market"]);
    expect((await client.lastText()).match(/^Back on the market$/gm)).toHaveLength(2);
  });

  it("names the office that offers a home, also where the source does not ask for it, unless the source hides it", async () => {
    const admin = await mail.lintel.createKey("admin");
    const rule = (body: object) =>
      mail.lintel.call("/api/admin/sources/north/rules", { method: "PUT", key: admin, body });
    const client = await openTownClient(mail, north);
    expect((await rule({ attribution: false })).status).toBe(200);
    await client.list("1", { ListOfficeName: "Tall Oaks Realty" });
    await client.subjects();
    expect(await client.lastText()).toContain("Listing courtesy of Tall Oaks Realty");
    await rule({ fields_hidden: ["list_office"] });
    await client.list("2", { ListOfficeName: "Tall Oaks Realty" });
    await client.subjects();
    expect(await client.lastText()).not.toContain("Tall Oaks");
    await rule({ attribution: true, fields_hidden: [] });
  });

  it("links what several searches find to their list, where a click counts", async () => {
    const client = await openTownClient(
      mail,
      north,
      { frequency: "daily" },
      { frequency: "daily", name: "b" },
    );
    for (let nth = 1; nth <= 21; nth++) await client.list(String(nth));
    clock().advance(DAY);
    await client.subjects();
    const [arrived] = await mail.mailsTo(client.address);
    const link = linksIn(arrived as NonNullable<typeof arrived>).linkOf("See 1 more home");
    expect(link).toMatch(new RegExp(`^${SEARCHES}/${client.ids[0]}/results\\?ref=[\\w-]{22}$`));
    const { status, body } = await mail.lintel.call(link, north.as(client.token));
    expect([status, body.total]).toEqual([200, 21]);

    await mail.lintel.database.db
      .updateTable("brokerages")
      .set({ website: "https://north.example/site/" })
      .where("id", "=", north.id)
      .execute();
    for (let nth = 31; nth <= 51; nth++) await client.list(String(nth));
    clock().advance(DAY);
    await client.subjects();
    expect(await client.lastText()).toMatch(/https:\/\/north\.example\/site\/searches\?ref=[\w-]{22}\s/);
  });
});
