import { afterAll, beforeAll, expect, it } from "vitest";
import { home } from "../../server/test/harness/market.ts";
import { visibleText } from "./harness/page-text.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

// It is noon by UTC, 15 June 2026.
const openHouse = (key: string) => ({
  OpenHouseKey: key,
  OpenHouseDate: "2026-06-17",
  OpenHouseStartTime: "2026-06-17T06:30:00Z",
  OpenHouseEndTime: "2026-06-17T08:00:00Z",
  OpenHouseStatus: "Active",
  OpenHouseType: "Public",
});

let website: WebsiteFixture;
beforeAll(async () => {
  website = await WebsiteFixture.open({}, [
    home({ ListingId: "BOISE", Latitude: 43.6, Longitude: -116.2, OpenHouse: [openHouse("b")] as never }),
    home({ ListingId: "NORTH", Latitude: 47.67, Longitude: -116.78, OpenHouse: [openHouse("n")] as never }),
  ]);
  await website.change({ time_zone: "America/New_York" });
});
afterAll(() => website.close());

it.each([
  ["BOISE", "Wednesday, June 17 12:30 AM – 2:00 AM"],
  ["NORTH", "Tuesday, June 16 11:30 PM – 1:00 AM"],
])("the open house of %s is shown in the home's own time zone, not the brokerage's", async (id, text) => {
  const { headers } = await website.visit(`/homes/${id}`);
  const page = await website.visit(String(headers.location));
  expect(visibleText(page.text).replaceAll("\u202f", " ")).toContain(text);
});
