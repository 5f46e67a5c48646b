import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ListingTraits } from "../../plain-words/index.ts";
import type { Behaviour, VisitorEvent } from "./events.ts";
import { inferPreferences } from "./infer-preferences.ts";

const CITIES = ["Boise", "Eagle", "Star", "Coeur d'Alene"];
const KINDS = ["single_family", "condo", "land", null];
const FEATURES = ["pool", "shop", "hot_tub", "garage", "constructor", "__proto__"];

const traits = new Map<string, ListingTraits>();
for (let nth = 0; nth < 12; nth++) {
  traits.set(`l${nth}`, {
    price: [250_000, 410_000.5, null, 2_000_000][nth % 4] as number | null,
    beds: nth % 5 === 0 ? null : nth % 5,
    baths: nth % 3 === 0 ? null : 1 + (nth % 3) / 2,
    city: [...CITIES, null][nth % 5] as string | null,
    propertyType: KINDS[nth % 4] as string | null,
    features: FEATURES.filter((_, place) => (nth + place) % 3 === 0),
  });
}

const number = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, -1, 0, 3, 60, 1e300, Infinity));
const listing_id = fc.constantFrom(...traits.keys(), "unknown", "__proto__");
const engagement = fc.record(
  {
    time_seconds: number,
    scroll_percent: number,
    photos_viewed: number,
    used_calculator: fc.boolean(),
    downloaded_pdf: fc.boolean(),
  },
  { requiredKeys: [] },
);
const filterName = fc.oneof(
  fc.constantFrom(
    "price_min",
    "minPrice",
    "price_max",
    "price",
    "beds",
    "min_beds",
    "baths",
    "city",
    "location",
  ),
  fc.constantFrom("features", "property_type", "pool", "has_hot_tub", "constructor", "__proto__", ""),
  fc.string(),
);
const filterValue = fc.oneof(
  fc.constantFrom<unknown>("500,000", "$450k", "3+", null, [300_000, 400_000], { min: 5, max: "x" }, [
    "Boise",
    "pool",
  ]),
  fc.constantFrom<unknown>(1e300, -3, Number.NaN, "condo, land", ["constructor", "__proto__"], { min: null }),
  fc.anything({ maxDepth: 4, withBigInt: true, withNullPrototype: true }),
);
const words = fc.constantFrom(
  "under",
  "$400k",
  "3",
  "beds",
  "Boise",
  "no",
  "pool",
  "between",
  "-",
  "1e300",
  "$",
  "coeur",
);

const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  fc.record({ type: fc.constant("property_view" as const), listing_id, engagement }),
  fc.record({ type: fc.constant("property_view" as const), listing_id }),
  fc.record({
    ...{ type: fc.constant("photo_engagement" as const), listing_id },
    ...{ photo_index: number, dwell_ms: number, zoomed: fc.boolean() },
  }),
  fc.record({ type: fc.constantFrom("favorite_added" as const, "favorite_removed" as const), listing_id }),
  fc.record({ type: fc.constant("filter_change" as const), filter: filterName, value: filterValue }),
  fc.record({
    type: fc.constant("search_query" as const),
    query: fc.oneof(
      fc.array(words).map((each) => each.join(" ")),
      fc.string({ unit: "binary" }),
    ),
  }),
);

/** Many events of the same moment: ids alone order those. */
const events = fc.array(fc.tuple(behaviour, fc.integer({ min: 0, max: 6 })), { maxLength: 40 }).map((drawn) =>
  drawn.map(
    ([each, second], nth): VisitorEvent => ({
      ...each,
      id: `e${nth}`,
      occurredAt: new Date(second * 1000),
    }),
  ),
);

/** The same events in a drawn order. */
const shuffled = events.chain((once) =>
  fc.tuple(fc.constant(once), fc.shuffledSubarray(once, { minLength: once.length, maxLength: once.length })),
);

describe("inference from arbitrary events", () => {
  it("gives the same result in any order of the events", () => {
    fc.assert(
      fc.property(shuffled, ([once, again]) => {
        expect(inferPreferences(again, traits, CITIES)).toEqual(inferPreferences(once, traits, CITIES));
      }),
      { numRuns: 400 },
    );
  });

  it("never throws, does not change its input, and returns values within bounds", () => {
    fc.assert(
      fc.property(events, (given) => {
        const before = given.map(({ id }) => id);
        const { price, bedrooms, bathrooms, negative, ...lists } = inferPreferences(given, traits, CITIES);
        expect(given.map(({ id }) => id)).toEqual(before);
        const claims = [price, bedrooms, bathrooms, ...negative, ...Object.values(lists).flat()];
        for (const claim of claims) {
          if (claim === null) continue;
          expect(Number.isInteger(claim.confidence) && claim.confidence >= 25 && claim.confidence < 100).toBe(
            true,
          );
        }
        for (const end of [price?.min, price?.max, bedrooms?.min, bathrooms?.min]) {
          if (end === undefined || end === null) continue;
          expect(Number.isFinite(end) && end > 0).toBe(true);
        }
        if (price && price.min !== null && price.max !== null)
          expect(price.min).toBeLessThanOrEqual(price.max);
        for (const { value } of lists.locations) expect(CITIES).toContain(value);
        const wanted = lists.features.map(({ key }) => key);
        for (const { type, value } of negative) if (type === "features") expect(wanted).not.toContain(value);
      }),
      { numRuns: 400 },
    );
  });
});
