import { describe, expect, it } from "vitest";
import type { ListingTraits } from "../../plain-words/index.ts";
import type { Behaviour, Engagement, VisitorEvent } from "./events.ts";
import { inferPreferences } from "./infer-preferences.ts";

const CITIES = ["Boise", "Eagle", "Star", "Mountain Home"];
const LONG: Engagement = { time_seconds: 150, scroll_percent: 90, photos_viewed: 12 };
const BOUNCE: Engagement = { time_seconds: 3, scroll_percent: 5, photos_viewed: 0 };

const home: ListingTraits = {
  price: 450_000,
  beds: 3,
  baths: 2,
  city: "Boise",
  propertyType: "single_family",
  features: ["shop"],
};

/** Homes h0 to h9 around 450,000 in Boise with a shop, condos c0 to c9 in Star with a shared pool. */
const traits = new Map<string, ListingTraits>();
for (let nth = 0; nth < 10; nth++) {
  traits.set(`h${nth}`, { ...home, price: 420_000 + nth * 7_000 });
  traits.set(`c${nth}`, {
    ...{ price: 900_000 + nth * 9_000, beds: 2, baths: 1 },
    ...{ city: "Star", propertyType: "condo", features: ["community_pool"] },
  });
}

const view = (listing_id: string, engagement?: Engagement): Behaviour => ({
  type: "property_view",
  listing_id,
  ...(engagement && { engagement }),
});
const views = (kind: "h" | "c", count: number, engagement: Engagement = LONG) =>
  Array.from({ length: count }, (_, nth) => view(`${kind}${nth}`, engagement));
const filter = (name: string, value: unknown): Behaviour => ({ type: "filter_change", filter: name, value });
const query = (words: string): Behaviour => ({ type: "search_query", query: words });

function infer(...behaviours: Behaviour[]) {
  const events = behaviours.map(
    (each, nth): VisitorEvent => ({ ...each, id: `e${nth}`, occurredAt: new Date(1_000_000 + nth * 1000) }),
  );
  return inferPreferences(events, traits, CITIES);
}

describe("inference from listing views", () => {
  it("infers nothing without events, nor from unknown listings", () => {
    const nothing = { price: null, bedrooms: null, bathrooms: null };
    const none = { locations: [], features: [], property_types: [], negative: [] };
    expect(infer()).toEqual({ ...nothing, ...none });
    expect(infer(view("gone", LONG), view("sold", LONG))).toEqual({ ...nothing, ...none });
  });

  it("infers price, rooms, town, feature and property type of listings read to the end", () => {
    const found = infer(...views("h", 7));
    expect(found.price?.min).toBeGreaterThanOrEqual(415_000);
    expect(found.price?.max).toBeLessThanOrEqual(470_000);
    expect(found.bedrooms?.min).toBe(3);
    expect(found.bathrooms?.min).toBe(2);
    expect(found.locations.map(({ value }) => value)).toEqual(["Boise"]);
    expect(found.features.map(({ key, value }) => [key, value])).toEqual([["shop", "Workshop"]]);
    expect(found.property_types.map(({ key }) => key)).toEqual(["single_family"]);
    expect(found.negative).toEqual([]);
  });

  it("gains confidence with the length of views, most with the calculator and the PDF", () => {
    const certainty = (engagement: Engagement) =>
      infer(...views("h", 3, engagement)).locations[0]?.confidence ?? 0;
    const rising = [
      { time_seconds: 15 },
      { time_seconds: 60 },
      { time_seconds: 60, scroll_percent: 100 },
      { time_seconds: 60, scroll_percent: 100, photos_viewed: 15 },
      { time_seconds: 60, scroll_percent: 100, photos_viewed: 15, used_calculator: true },
      {
        time_seconds: 60,
        scroll_percent: 100,
        photos_viewed: 15,
        used_calculator: true,
        downloaded_pdf: true,
      },
    ].map(certainty);
    expect(rising).toEqual(rising.toSorted((a, b) => a - b));
    expect(new Set(rising).size).toBe(rising.length);
  });

  it("gains confidence from long looks at photos", () => {
    const look = {
      type: "photo_engagement",
      listing_id: "h0",
      photo_index: 1,
      dwell_ms: 9_000,
      zoomed: true,
    } as const;
    const before = infer(...views("h", 2)).locations[0]?.confidence as number;
    expect(infer(...views("h", 2), look, look).locations[0]?.confidence).toBeGreaterThan(before);
  });

  it("weighs a favorite more than a thorough view", () => {
    const favorite: Behaviour = { type: "favorite_added", listing_id: "c0" };
    expect(infer(favorite).locations[0]?.value).toBe("Star");
    expect(infer(view("c0", LONG)).locations).toEqual([]);
  });

  it("gains confidence from agreeing and loses it from contradicting evidence", () => {
    const certainty = (...events: Behaviour[]) => infer(...events).price?.confidence ?? 0;
    expect(certainty(...views("h", 6))).toBeGreaterThan(certainty(...views("h", 3)));
    expect(certainty(...views("h", 6), ...views("c", 2))).toBeLessThan(certainty(...views("h", 6)));
  });

  it("treats none of a few favorites as an outlier, however far apart", () => {
    const { price } = infer(
      ...["h0", "c0", "c9"].map((listing_id): Behaviour => ({ type: "favorite_added", listing_id })),
    );
    expect(price?.min).toBeLessThan(460_000);
    expect(price?.max).toBeGreaterThan(900_000);
  });

  it("leaves an outlier out of the range", () => {
    const { price } = infer(...views("h", 7), view("c0", { time_seconds: 40 }));
    expect(price?.max).toBeLessThan(500_000);
  });
});

describe("inference from rejections", () => {
  it("infers dislikes from listings left at once: town, feature and property type", () => {
    const { negative } = infer(...views("h", 5), ...views("c", 4, BOUNCE));
    expect(negative.map(({ type, value }) => `${type} ${value}`).sort()).toEqual([
      "features community_pool",
      "locations Star",
      "property_types condo",
    ]);
  });

  it("counts removed favorites as rejections", () => {
    const undone = ["c0", "c1", "c2"].flatMap((listing_id): Behaviour[] => [
      { type: "favorite_added", listing_id },
      { type: "favorite_removed", listing_id },
    ]);
    const found = infer(...undone);
    expect(found.locations).toEqual([]);
    expect(found.negative).toContainEqual({
      type: "property_types",
      value: "condo",
      confidence: expect.any(Number),
    });
  });

  it("ignores a bounce when the visitor came back and stayed", () => {
    expect(infer(...views("c", 4, BOUNCE), ...views("c", 4)).negative).toEqual([]);
  });

  it("does not treat a view of unknown length as a bounce", () => {
    expect(infer(...Array.from({ length: 5 }, (_, nth) => view(`c${nth}`))).negative).toEqual([]);
  });
});

describe("inference from filters and queries", () => {
  it("keeps a filter's range, after any views", () => {
    const { price } = infer(...views("h", 5), filter("price_min", 400_000), filter("price_max", "500,000"));
    expect(price).toMatchObject({ min: 400_000, max: 500_000 });
    expect(price?.confidence).toBeGreaterThan(85);
  });

  it("never drops an explicit range, neither for its width nor for other views", () => {
    const wide = infer(...views("h", 5), filter("price_min", 50_000), filter("price_max", 2_000_000));
    expect(wide.price).toMatchObject({ min: 50_000, max: 2_000_000 });
    expect(wide.price?.confidence).toBeGreaterThan(85);
    const low = infer(...views("h", 5), filter("price_min", 50_000)).price;
    expect(low?.min).toBe(50_000);
    expect(low?.confidence).toBeGreaterThan(85);
    const elsewhere = infer(...views("h", 12), filter("price_min", 1_000_000), filter("min_beds", 9));
    expect([elsewhere.price?.min, elsewhere.bedrooms?.min]).toEqual([1_000_000, 9]);
    expect(elsewhere.price?.confidence).toBeLessThan(40);
    expect(infer(...views("h", 12), query("under 200k")).price?.max).toBe(200_000);
  });

  it("uses the later of two changes, and ignores a cleared filter", () => {
    expect(infer(filter("maxPrice", 500_000), filter("price_max", 600_000)).price?.max).toBe(600_000);
    expect(infer(filter("beds", 4), filter("min_beds", "2+")).bedrooms?.min).toBe(2);
    expect(infer(filter("beds", 4), filter("bedrooms", null)).bedrooms).toBeNull();
    expect(infer(filter("city", ["Eagle", "boise"]), filter("cities", "Star")).locations).toHaveLength(1);
    expect(infer(filter("price", [300_000, 400_000]), filter("price", [null, null])).price).toBeNull();
  });

  it("keeps the last readable value when a later one is unreadable", () => {
    for (const value of [Number.NaN, -5, { a: { b: {} } }, "cheap", 1e300]) {
      expect(infer(filter("price_max", 500_000), filter("price_max", value)).price?.max).toBe(500_000);
    }
  });

  it("clears an end that a later one contradicts", () => {
    expect(infer(filter("price_max", 400_000), filter("price_min", 700_000)).price).toMatchObject({
      min: 700_000,
      max: null,
    });
  });

  it("finds features and property types by key, by words and by filters named after them", () => {
    const found = infer(filter("features", ["Swimming Pool", "rv_parking"]), filter("has_shop", true));
    expect(found.features.map(({ key }) => key)).toEqual(["pool", "rv_parking"]);
    expect(infer(filter("waterfront", true)).features[0]?.key).toBe("waterfront");
    expect(infer(filter("waterfront", true), filter("waterfront", false)).features).toEqual([]);
    expect(infer(filter("property_type", "Condos")).property_types[0]?.key).toBe("condo");
  });

  it("finds what a query asks for, and what it denies", () => {
    const found = infer(query("3 bed house in Eagle under $450k with a hot tub, no pool"));
    expect(found.price).toMatchObject({ min: null, max: 450_000 });
    expect(found.bedrooms?.min).toBe(3);
    expect(found.locations[0]?.value).toBe("Eagle");
    expect(found.features.map(({ key }) => key)).toEqual(["hot_tub"]);
    expect(found.negative).toMatchObject([{ type: "features", value: "pool" }]);
  });

  it("loses confidence in a filter that all views contradict", () => {
    const alone = infer(filter("price_max", 500_000)).price?.confidence as number;
    const contradicted = infer(filter("price_max", 500_000), ...views("c", 8)).price?.confidence as number;
    expect(contradicted).toBeLessThan(alone - 20);
  });

  it("states no city that has no listings", () => {
    expect(infer(filter("city", "Atlantis"), query("homes in Atlantis")).locations).toEqual([]);
  });
});
