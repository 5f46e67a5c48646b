import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTownClient } from "../../../test/harness/alert-fixture.ts";
import {
  openAlertMail,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../../../test/harness/searches-fixture.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("what alerts tell", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  beforeAll(async () => {
    mail = await openAlertMail();
    north = await openSearches(mail.lintel, "north");
  });
  afterAll(() => mail.close());

  const clock = () => mail.lintel.clock;

  it("holds a price drop for an hour, and tells nothing when the price is back by then", async () => {
    const client = await openTownClient(mail, north);
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
    const client = await openTownClient(mail, north);
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
    const client = await openTownClient(mail, north);
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
    const client = await openTownClient(mail, north);
    const parcel = { ParcelNumber: `R-${client.ids[0]}`, PostalCode: "83702" };
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
    const client = await openTownClient(mail, north, {}, { name: "all", events: ["status", "open_house"] });
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
    const client = await openTownClient(mail, north, { events: ["open_house"] });
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

  it("holds the drop alone, and tells at once what else a change has brought", async () => {
    const client = await openTownClient(mail, north, { events: ["price_drop", "status"] });
    await client.list("1", { ListPrice: 500_000 });
    await client.list("1", { ListPrice: 485_000, StandardStatus: "Pending" });
    expect(await client.subjects()).toEqual([`Pending: 1 Main St, ${client.city}, ID, $485,000`]);
    clock().advance(HOUR);
    expect((await client.subjects()).slice(1)).toEqual([
      `\u2212$15,000: 1 Main St, ${client.city}, ID, $485,000`,
    ]);
  });

  it("does not take a home for new that returns under its own id within 90 days", async () => {
    const client = await openTownClient(mail, north, { events: ["new"] });
    await client.list("1");
    expect(await client.subjects()).toHaveLength(1);
    await client.list("1", { StandardStatus: "Withdrawn" });
    clock().advance(89 * DAY);
    await client.list("1");
    expect(await client.subjects()).toHaveLength(1);
    await mail.lintel.call(SEARCHES, north.as(await north.signIn(client.address)));
    await client.list("1", { StandardStatus: "Withdrawn" });
    clock().advance(91 * DAY);
    await client.list("1");
    expect(await client.subjects()).toHaveLength(2);
  });

  it("does not tell a home that was sold meanwhile as new, or as cheaper", async () => {
    const client = await openTownClient(mail, north, { frequency: "daily" });
    const sales = await openTownClient(mail, north, { filters: { city: [client.city], status: ["Sold"] } });
    await client.list("1");
    await client.list("1", { StandardStatus: "Closed", CloseDate: "2026-06-15" });
    expect(await sales.subjects()).toEqual([expect.stringMatching(/^New: 1 Main St/)]);
    clock().advance(DAY);
    expect(await client.subjects()).toEqual([]);
    await client.list("2", { ListPrice: 500_000 });
    clock().advance(DAY);
    expect(await client.subjects()).toHaveLength(1);
    await client.list("2", { ListPrice: 450_000 });
    await client.list("2", { ListPrice: 450_000, StandardStatus: "Closed", CloseDate: "2026-06-17" });
    clock().advance(DAY);
    expect(await client.subjects()).toHaveLength(1);
  });
});
