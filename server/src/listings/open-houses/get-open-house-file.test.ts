import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("getOpenHouseFile", () => {
  let lintel: TestApp;
  let market: Market;
  const address = (id: number) => `/api/open-houses/${id}.ics`;
  const ids = new Map<string, number>();
  beforeAll(async () => {
    lintel = await startTestApp();
    const open = (key: string, fields = {}) => ({
      OpenHouseKey: key,
      OpenHouseStartTime: "2026-06-20T19:00:00Z",
      OpenHouseEndTime: "2026-06-20T21:30:00Z",
      ...fields,
    });
    market = await openMarket(lintel, "calendar", [
      home({
        ListingId: "OPEN",
        UnparsedAddress: "12 Oak St",
        PostalCode: "83702",
        Latitude: 43.6,
        Longitude: -116.2,
        OpenHouse: [
          open("times", { OpenHouseRemarks: "Cookies; coffee, tea\nand more" }),
          { OpenHouseKey: "day", OpenHouseDate: "2026-06-21" },
          open("broker", { OpenHouseType: "Broker" }),
          open("canceled", { OpenHouseStatus: "Canceled" }),
          open("ended", {
            OpenHouseStartTime: "2026-06-10T19:00:00Z",
            OpenHouseEndTime: "2026-06-10T20:00:00Z",
          }),
        ],
      }),
      home({
        ListingId: "SECRET",
        InternetAddressDisplayYN: false,
        UnparsedAddress: "9 Elm St",
        OpenHouse: [open("secret")],
      }),
      home({ ListingId: "GONE", StandardStatus: "Withdrawn", OpenHouse: [open("gone")] }),
    ]);
    const rows = await lintel.database.db
      .selectFrom("open_houses")
      .select(["id", "open_house_key"])
      .execute();
    for (const { id, open_house_key } of rows) ids.set(open_house_key, id);
  });
  afterAll(() => lintel.close());

  const get = (key: string) => market.get(address(ids.get(key) as number));

  it("is an iCalendar event in the time zone of the listing", async () => {
    const { status, headers, text } = await get("times");
    expect([status, headers["content-type"]]).toEqual([200, "text/calendar"]);
    const lines = text.replaceAll("\r\n ", "").split("\r\n");
    expect(lines[0]).toBe("BEGIN:VCALENDAR");
    expect(lines.slice(-2)).toEqual(["END:VCALENDAR", ""]);
    for (const line of [
      "BEGIN:VTIMEZONE",
      "TZID:America/Boise",
      "DTSTART;TZID=America/Boise:20260620T130000",
      "DTEND;TZID=America/Boise:20260620T153000",
      "SUMMARY:Open house: 12 Oak St",
      "DESCRIPTION:Cookies\\; coffee\\, tea\\nand more",
      "GEO:43.6;-116.2",
    ]) {
      expect(lines).toContain(line);
    }
    expect(lines.find((line) => line.startsWith("DTSTAMP:"))).toMatch(/^DTSTAMP:\d{8}T\d{6}Z$/);
    expect(text).toContain("12 Oak St\\, Boise\\, ID 83702");
  });

  it("lasts the local day where the source gives no times", async () => {
    const { text } = await get("day");
    expect(text).toContain("DTSTART;VALUE=DATE:20260621\r\n");
    expect(text).toContain("DTEND;VALUE=DATE:20260622\r\n");
  });

  it("does not tell an address that is hidden", async () => {
    const { status, text } = await get("secret");
    expect(status).toBe(200);
    expect(text).not.toContain("Elm");
  });

  it("has a tag, and 304 for a caller that has it", async () => {
    const { headers } = await get("times");
    const path = address(ids.get("times") as number);
    const again = await lintel.call(path, {
      host: market.host,
      headers: { "if-none-match": headers.etag as string },
    });
    expect(again.status).toBe(304);
  });

  it.each(["broker", "canceled", "ended", "gone"])("answers 404 for one that is %s", async (key) => {
    const { status, body } = await get(key);
    expect([status, body]).toEqual([404, { detail: "Open house not found" }]);
  });

  it("answers 404 for an unknown one, and for one of another tenant", async () => {
    expect((await market.get(address(2_147_483_647))).status).toBe(404);
    const other = await openMarket(lintel, "other-calendar", []);
    expect((await other.get(address(ids.get("times") as number))).status).toBe(404);
  });

  it("refuses an id that is none", async () => {
    for (const id of ["0", "x", "1.5", "2147483648"]) {
      expect((await market.get(`/api/open-houses/${id}.ics`)).status).toBe(422);
    }
  });
});
