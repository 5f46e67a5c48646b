import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import { describe, expect, it } from "vitest";
import { polygonOf } from "../../src/listings/polygon/parse-polygon.ts";
import { polygonRegion } from "../../src/listings/polygon/polygon-region.ts";
import { compileQuery } from "../../src/listings/search-index/compiled-query.ts";
import { createDictionaries, numbersOf } from "../../src/listings/search-index/dictionaries.ts";
import { IndexedListings } from "../../src/listings/search-index/indexed-listings.ts";
import { Matches } from "../../src/listings/search-index/matches.ts";
import { randomListing } from "../index-oracle/random-listings.ts";
import { SeededRandom } from "../search-oracle/seeded-random.ts";
import type { Part, Point } from "./random-areas.ts";

const SEED = Number(process.env.SEED ?? 20261123);
const LISTINGS = 5000;
const AREAS = 150;

describe(`Areas in the listing index (seed ${SEED})`, () => {
  it("find the listings that a scan finds, with another condition or without", () => {
    const random = new SeededRandom(SEED);
    const listings = Array.from({ length: LISTINGS }, (_, nth) => randomListing(nth + 1, random));
    const indexed = new IndexedListings();
    const dictionaries = createDictionaries();
    for (const listing of listings) {
      const numbers = numbersOf(listing, dictionaries);
      indexed.put({ ...listing, ...numbers }, { ...listing, features: numbers.features });
    }
    const placed = listings.filter(({ lat }) => !Number.isNaN(lat));
    const matches = new Matches();
    let found = 0;
    for (let nth = 0; nth < AREAS; nth++) {
      const part = areaAmong(placed, random);
      const region = polygonRegion(polygonOf({ type: "Polygon", coordinates: part }));
      const min = random.pick([undefined, 4]);
      const compiled = compileQuery({ beds: { min } }, dictionaries, indexed);
      if (!compiled) throw new Error("A query without words can be compiled");
      matches.find({ ...compiled, region }, indexed);
      const ids = Array.from(matches.list(), (ordinal) => indexed.columns.id[ordinal] as number);
      const expected = placed
        .filter(({ beds }) => min === undefined || beds >= min)
        .filter(({ lng, lat }) => booleanPointInPolygon([lng, lat], { type: "Polygon", coordinates: part }))
        .map(({ id }) => id);
      expect(
        ids.sort((a, b) => a - b),
        JSON.stringify(part),
      ).toEqual(expected);
      expect(matches.total).toBe(expected.length);
      found += expected.length;
    }
    expect(found).toBeGreaterThan(AREAS * 20);
  });
});

/** A star around a listing, from it to other listings nearby, or with a hole. */
function areaAmong(listings: readonly { lng: number; lat: number }[], random: SeededRandom): Part {
  const { lng, lat } = random.pick(
    listings.filter((each) => Math.abs(each.lng) < 175 && Math.abs(each.lat) < 85),
  );
  const radius = random.pick([0.05, 0.3, 2]);
  const corners = random.pick([3, 7, 40]);
  const outer = Array.from({ length: corners }, (_, nth): Point => {
    const angle = ((nth + 0.5 * random.next()) / corners) * 2 * Math.PI;
    const reach = radius * (0.4 + 0.6 * random.next());
    return [lng + reach * Math.cos(angle), lat + reach * Math.sin(angle)];
  });
  // The listing itself is a corner of the hole, and so are others at its place.
  const hole: Point[] = [
    [lng, lat],
    [lng + radius / 20, lat],
    [lng, lat + radius / 20],
    [lng, lat],
  ];
  const closed = [...outer, outer[0] as Point];
  return corners === 40 && random.chance(0.5) ? [closed, hole] : [closed];
}
