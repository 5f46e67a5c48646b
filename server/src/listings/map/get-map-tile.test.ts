import { gunzipSync } from "node:zlib";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const [LAT, LNG] = [43.6, -116.2];
/** Where those places are at zoom 14, and at zoom 10. */
const [STREET, AREA] = ["14/2903/5982", "10/181/373"];

describe("getMapTile", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "tiles", [
      ...Array.from({ length: 5 }, (_, nth) => at(`T-${nth}`, LAT, LNG, { ListPrice: 300_000 + nth })),
      at("T-sold", LAT, LNG, { StandardStatus: "Closed", CloseDate: "2026-06-10", BedroomsTotal: null }),
      at("T-far", 42, -112, {}),
      at("T-oregon", LAT, LNG, { StateOrProvince: "OR" }),
      home({ ListingId: "T-nowhere" }),
    ]);
  });
  afterAll(() => lintel.close());

  const tile = async (address: string, query = "", headers: Record<string, string> = {}) =>
    lintel.app.inject({
      url: `/api/map/tiles/${address}.mvt?${query}`,
      headers: { host: market.host, ...headers },
    });
  const layersOf = async (address: string, query = "") => {
    const { statusCode, rawPayload } = await tile(address, query);
    expect(statusCode).toBe(200);
    const { layers } = new VectorTile(new PbfReader(rawPayload));
    return Object.fromEntries(
      Object.entries(layers).map(([name, layer]) => [
        name,
        Array.from({ length: layer.length }, (_, nth) => layer.feature(nth).properties),
      ]),
    );
  };

  it("has every listing as a point from zoom 14", async () => {
    const { listings, ...others } = await layersOf(STREET);
    expect(others).toEqual({});
    expect(listings).toHaveLength(6);
    expect(listings?.[1]).toEqual({ listing_id: "T-1", price: 300_001, beds: 3, status: "Active" });
    expect(listings?.[5]).toEqual({ listing_id: "T-sold", price: 400_000, status: "Sold" });
  });

  it("has cells of four listings or more as clusters below zoom 14, and other listings as points", async () => {
    expect(await layersOf(AREA)).toEqual({
      clusters: [{ count: 6, min_price: 300_000, max_price: 400_000 }],
    });
    const world = await layersOf("0/0/0");
    expect(world.clusters).toEqual([{ count: 7, min_price: 300_000, max_price: 400_000 }]);
    expect(await layersOf("3/1/2", "min_price=400000")).toEqual({
      listings: [
        { listing_id: "T-far", price: 400_000, beds: 3, status: "Active" },
        { listing_id: "T-sold", price: 400_000, status: "Sold" },
      ],
    });
  });

  it("takes the filters of lists, with the same default of state", async () => {
    const idsOf = async (query: string) =>
      (await layersOf(STREET, query)).listings?.map(({ listing_id }) => listing_id);
    expect(await idsOf("status=Sold")).toEqual(["T-sold"]);
    expect(await idsOf("state=or")).toEqual(["T-oregon"]);
    expect(await idsOf("state=any")).toHaveLength(7);
    expect(await idsOf("min_beds=3&max_price=300000")).toEqual(["T-0"]);
    expect(await idsOf("center_lat=43.6&center_lng=-116.2&radius_miles=1")).toHaveLength(6);
  });

  it("is a vector tile of version 2, with gzip for callers who accept it", async () => {
    const plain = await tile(STREET);
    expect(plain.headers["content-type"]).toBe("application/vnd.mapbox-vector-tile");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toContain("Accept-Encoding");
    const { layers } = new VectorTile(new PbfReader(plain.rawPayload));
    expect([layers.listings?.version, layers.listings?.extent]).toEqual([2, 4096]);
    const small = await tile(STREET, "", { "accept-encoding": "br, gzip" });
    expect(small.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(small.rawPayload)).toEqual(plain.rawPayload);
    const refused = await tile(STREET, "", { "accept-encoding": "br, gzip;q=0" });
    expect(refused.headers["content-encoding"]).toBeUndefined();
  });

  it("is 204 without a body when it has nothing", async () => {
    const empty = await tile("14/0/0");
    expect([empty.statusCode, empty.rawPayload.length, empty.headers["content-type"]]).toEqual([
      204,
      0,
      undefined,
    ]);
    expect((await tile(STREET, "city=Nowhere")).statusCode).toBe(204);
  });

  it("answers 304 to a caller who has it, until a listing in it changes", async () => {
    const { etag } = (await tile(STREET)).headers;
    const again = async () => (await tile(STREET, "", { "if-none-match": String(etag) })).statusCode;
    expect(String(etag)).toMatch(/^W\//);
    expect(await again()).toBe(304);
    await market.import([at("T-1", LAT, LNG, { ListPrice: 310_000 })]);
    expect(await again()).toBe(200);
  });

  it.each([
    ["23/0/0", "z"],
    ["-1/0/0", "z"],
    ["2/4/0", "x"],
    ["2/0/4", "y"],
    ["2/0/-1", "y"],
    ["2/0/1.5", "y"],
    ["2/a/0", "x"],
  ])("refuses %s, which is not on the map", async (address, name) => {
    const { statusCode, body } = await tile(address);
    expect([statusCode, JSON.parse(body).detail[0].loc]).toEqual([422, ["path", name]]);
  });

  it("refuses filters that contradict each other, and unknown ones", async () => {
    expect((await tile(STREET, "min_beds=4&max_beds=3")).statusCode).toBe(422);
    expect((await tile(STREET, "min_bedrooms=4")).statusCode).toBe(422);
  });
});

function at(ListingId: string, Latitude: number, Longitude: number, more = {}) {
  return home({ ListingId, Latitude, Longitude, ...more });
}
