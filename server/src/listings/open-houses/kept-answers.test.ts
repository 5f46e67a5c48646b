import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const FILTER = "open_house_from=2026-06-15";
const MINUTE = 60_000;

describe("Answers about open houses", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "kept", [
      openFrom("early", "2026-06-15T13:00:00Z", "2026-06-15T14:00:00Z"),
      openFrom("late", "2026-06-15T13:00:00Z", "2026-06-15T15:00:00Z"),
      openFrom("before", "2026-06-14T13:00:00Z", "2026-06-14T14:00:00Z"),
    ]);
  });
  beforeEach(() => lintel.clock.set("2026-06-15T12:00:00Z"));
  afterAll(() => lintel.close());

  const ids = async () => (await market.ids(FILTER)).sort();
  const tileStatus = async () => {
    const url = `/api/map/tiles/0/0/0.mvt?${FILTER}`;
    return (await lintel.app.inject({ url, headers: { host: market.host } })).statusCode;
  };

  it("are kept until the next open house ends, and no longer", async () => {
    const { index } = lintel.services.listings;
    const searches = vi.spyOn(index, "search");
    expect(await ids()).toEqual(["early", "late"]);
    lintel.clock.set("2026-06-15T13:59:59.999Z");
    expect(await ids()).toEqual(["early", "late"]);
    expect(searches).toHaveBeenCalledTimes(1);
    lintel.clock.set("2026-06-15T14:00:00Z");
    expect(await ids()).toEqual(["late"]);
    expect(searches).toHaveBeenCalledTimes(2);
    lintel.clock.set("2026-06-15T15:00:00Z");
    expect(await ids()).toEqual([]);
    // A clock that is set back.
    lintel.clock.set("2026-06-15T12:30:00Z");
    expect(await ids()).toEqual(["early", "late"]);
    searches.mockRestore();
  });

  it("are kept as tiles of the map, too", async () => {
    const reads = vi.spyOn(lintel.services.listings.index, "readMatches");
    expect(await tileStatus()).toBe(200);
    lintel.clock.advance(MINUTE);
    expect(await tileStatus()).toBe(200);
    expect(reads).toHaveBeenCalledTimes(1);
    lintel.clock.set("2026-06-15T15:00:00Z");
    expect(await tileStatus()).toBe(204);
    reads.mockRestore();
  });

  it("are kept as sets of listings, too", () => {
    const { index } = lintel.services.listings;
    const at = (time: string) => {
      const now = Date.parse(time);
      return index.matchingSet({ openHouse: { from: Math.floor(now / 86_400_000) }, now });
    };
    const first = at("2026-06-15T12:00:00Z");
    expect(first.size).toBe(2);
    expect(at("2026-06-15T12:01:00Z")).toBe(first);
    expect(at("2026-06-15T14:00:00Z").size).toBe(1);
  });
});

function openFrom(ListingId: string, OpenHouseStartTime: string, OpenHouseEndTime: string) {
  const OpenHouse = [
    {
      OpenHouseKey: ListingId,
      OpenHouseDate: OpenHouseStartTime.slice(0, 10),
      OpenHouseStartTime,
      OpenHouseEndTime,
    },
  ];
  return home({ ListingId, Latitude: 43.6, Longitude: -116.2, OpenHouse });
}
