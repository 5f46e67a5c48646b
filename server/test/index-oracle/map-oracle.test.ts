import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { beforeAll, describe, expect, it } from "vitest";
import type { Box } from "../../src/listings/distance.ts";
import { encodeTile } from "../../src/listings/map/encode-tile.ts";
import { marksOfTile } from "../../src/listings/map/get-map-tile.ts";
import { gridOver } from "../../src/listings/map/map-grid.ts";
import { mapMarks } from "../../src/listings/map/map-marks.ts";
import { ListingIndex, type ListingRow } from "../../src/listings/search-index/listing-index.ts";
import { boxRegion } from "../../src/listings/search-index/region.ts";
import { SeededRandom } from "../search-oracle/seeded-random.ts";
import { type Address, isInBox, tileOf, wrongMarks } from "./naive-map.ts";
import { matches } from "./naive-search.ts";
import { randomListing } from "./random-listings.ts";
import { randomSearch } from "./random-searches.ts";

// Others with SEED, LISTINGS and MAPS.
const SEED = Number(process.env.SEED ?? 20261124);
const LISTINGS = Number(process.env.LISTINGS ?? 6000);
const MAPS = Number(process.env.MAPS ?? 300);
const MOST_MARKS = 500;
const HOUR = 3_600_000;

describe(`Maps of the listing index, held against looking at every listing (seed ${SEED})`, {
  timeout: HOUR,
}, () => {
  const random = new SeededRandom(SEED);
  const index = new ListingIndex();
  let listings: ListingRow[];

  beforeAll(() => {
    listings = Array.from({ length: LISTINGS }, (_, nth) => randomListing(nth + 1, random));
    index.load(listings);
    for (const _ of index.finishLoading());
    // Pages that splits have moved.
    for (let id = LISTINGS + 1; id <= LISTINGS + 300; id++) {
      const listing = randomListing(id, random);
      listings.push(listing);
      index.put(listing);
    }
  });

  it("have each match in one cluster, whose bounds hold it alone, or as a listing, at most 500 of both", () => {
    let [clustered, coarser] = [0, 0];
    for (let nth = 0; nth < MAPS; nth++) {
      const filters = someFilters();
      const box = randomBox();
      const zoom = random.integer(0, 22);
      const grid = gridOver(box, zoom + 2, 4096);
      const found = mapMarks(index, { filters, area: boxRegion(box) }, grid, MOST_MARKS);
      const wanted = listings.filter((each) => matches(each, filters) && isInBox(each, box));
      const singles = found.points.map(({ id }) => id);
      const where = JSON.stringify({ filters, box, zoom });
      expect(found.total, where).toBe(wanted.length);
      expect(wrongMarks(wanted, { clusters: found.clusters, singles }), where).toBeNull();
      expect(found.clusters.length + singles.length).toBeLessThanOrEqual(MOST_MARKS);
      expect(found.points.map(shown)).toEqual(shownOf(wanted, singles));
      clustered += found.clusters.length > 2 ? 1 : 0;
      coarser +=
        mapMarks(index, { filters, area: boxRegion(box) }, grid, Infinity).points.length > MOST_MARKS ? 1 : 0;
    }
    expect(clustered).toBeGreaterThan(MAPS / 5);
    expect(coarser).toBeGreaterThan(0);
  });

  it("as tiles have each match in one tile, as a point or in a cluster", () => {
    for (const z of [0, 1, 5, 8, 11, 13, 14, 16, 20, 22]) {
      const filters = z === 0 ? {} : someFilters();
      const wanted = listings.filter((each) => matches(each, filters) && !Number.isNaN(each.lat));
      const byTile = Map.groupBy(wanted, (listing) => JSON.stringify(tileOf(listing, z)));
      for (const [address, members] of byTile) {
        const { points, count, clusters } = decoded(JSON.parse(address), filters);
        const ids = points.map(({ listing_id }) => listing_id);
        const inside = members.map(({ listingId }) => listingId);
        expect(count + ids.length, address).toBe(members.length);
        expect(inside, address).toEqual(expect.arrayContaining(ids));
        expect(new Set(ids).size).toBe(ids.length);
        if (z >= 14) expect(clusters, address).toBe(0);
        expect(points, address).toEqual(
          expect.arrayContaining(members.filter(({ listingId }) => ids.includes(listingId)).map(shownInTile)),
        );
      }
      const empty = { z, x: 2 ** z - 1, y: 2 ** z - 1 };
      if (!byTile.has(JSON.stringify(empty))) expect(encoded(empty, filters)).toHaveLength(0);
    }
  });

  function encoded(tile: Address, filters: object): Uint8Array {
    return encodeTile(tile, marksOfTile(index, tile, filters));
  }

  function decoded(tile: Address, filters: object) {
    const { layers } = new VectorTile(new PbfReader(encoded(tile, filters)));
    const featuresOf = (name: string) => {
      const layer = layers[name];
      return Array.from({ length: layer?.length ?? 0 }, (_, nth) => layer!.feature(nth));
    };
    for (const feature of [...featuresOf("listings"), ...featuresOf("clusters")]) {
      expect([feature.type, feature.extent]).toEqual([1, 4096]);
      const positions = feature.loadGeometry().flat();
      expect(positions).toHaveLength(1);
      for (const { x, y } of positions) expect(Math.min(x, y) >= 0 && Math.max(x, y) < 4096).toBe(true);
    }
    const points = featuresOf("listings").map(({ properties }) => properties);
    const counts = featuresOf("clusters").map(({ properties }) => properties.count as number);
    expect(counts.every((count) => count >= 4)).toBe(true);
    return { points, clusters: counts.length, count: counts.reduce((sum, each) => sum + each, 0) };
  }

  function someFilters() {
    const { sort: _, offset, limit, after, radius, box, ...filters } = randomSearch(listings, random);
    return { ...(random.chance(0.5) ? {} : filters), ...(radius && random.chance(0.3) && { radius }) };
  }

  /** Around a listing, of any size, with edges that listings have exactly. */
  function randomBox(): Box {
    const placed = listings.filter(({ lat }) => !Number.isNaN(lat));
    const [one, other] = [random.pick(placed), random.pick(placed)];
    const half = random.pick([0, 0.001, 0.05, 0.5, 3, 90]);
    if (random.chance(0.3)) {
      return {
        minLat: Math.min(one.lat, other.lat),
        maxLat: Math.max(one.lat, other.lat),
        minLng: Math.min(one.lng, other.lng),
        maxLng: Math.max(one.lng, other.lng),
      };
    }
    return {
      minLat: Math.max(-90, one.lat - half),
      maxLat: Math.min(90, one.lat + half),
      minLng: Math.max(-180, one.lng - 2 * half),
      maxLng: Math.min(180, one.lng + half),
    };
  }
});

type Point = Pick<ListingRow, "id" | "listingId" | "lat" | "lng" | "price" | "beds" | "status">;

function shown({ id, listingId, lat, lng, price, beds, status }: Point) {
  return { id, listingId, lat, lng, price, beds, status };
}

function shownOf(wanted: readonly ListingRow[], ids: readonly number[]) {
  const known = new Map(wanted.map((listing) => [listing.id, listing]));
  return ids.map((id) => shown(known.get(id) as ListingRow));
}

function shownInTile({ listingId, price, beds, status }: ListingRow) {
  return {
    listing_id: listingId,
    ...(!Number.isNaN(price) && { price }),
    ...(!Number.isNaN(beds) && { beds }),
    status: status === "Closed" ? "Sold" : status,
  };
}
