import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { generateListings } from "./generate-listings.ts";
import { photoCatalog } from "./photo-catalog.ts";
import type { ResoProperty } from "./reso-property.ts";
import { TOWNS } from "./towns.ts";

const TODAY = "2026-06-15";

function hashOf(seed: number, count = 300): string {
  const hash = createHash("sha256");
  for (const record of generateListings({ seed, today: TODAY, count })) hash.update(JSON.stringify(record));
  return hash.digest("hex");
}

const records = [...generateListings({ seed: 1, today: TODAY, count: 3000 })];
const histories = new Map<string, ResoProperty[]>();
for (const record of records)
  histories.set(record.ListingKey, [...(histories.get(record.ListingKey) ?? []), record]);
const latest = [...histories.values()].map((versions) => versions.at(-1)!);
const remarked = (words: string | RegExp) =>
  latest.filter(({ PublicRemarks }) =>
    typeof words === "string" ? PublicRemarks!.includes(words) : words.test(PublicRemarks!),
  );

function share(holds: (record: ResoProperty) => boolean): number {
  return latest.filter(holds).length / latest.length;
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

describe("generateListings", () => {
  it("gives the same records for the same options, and others for another seed", () => {
    expect(hashOf(7)).toBe(hashOf(7));
    expect(hashOf(8)).not.toBe(hashOf(7));
  });

  it("keeps the first listings when more are asked for", () => {
    const few = [...generateListings({ seed: 1, today: TODAY, count: 20 })];
    expect(records.slice(0, few.length)).toEqual(few);
  });

  it("has open houses of homes for sale, on weekends of the next six weeks, by day where the home is", () => {
    const open = latest.filter(({ OpenHouse }) => OpenHouse!.length > 0);
    expect(open.length).toBeGreaterThan(100);
    for (const { StandardStatus, OpenHouse, Longitude = -115 } of open) {
      expect(StandardStatus).toBe("Active");
      for (const { OpenHouseDate, OpenHouseStartTime, OpenHouseEndTime } of OpenHouse!) {
        expect([0, 6]).toContain(new Date(OpenHouseDate).getUTCDay());
        expect(daysBetween(TODAY, OpenHouseDate)).toBeGreaterThanOrEqual(0);
        expect(daysBetween(TODAY, OpenHouseDate)).toBeLessThan(45);
        // By the sun: an hour for fifteen degrees, and one more in summer.
        const hour = new Date(OpenHouseStartTime).getUTCHours() + Longitude / 15 + 1;
        expect(hour).toBeGreaterThan(8);
        expect(hour).toBeLessThan(17);
        expect(Date.parse(OpenHouseEndTime) - Date.parse(OpenHouseStartTime)).toBe(7_200_000);
      }
    }
  });

  it("yields 3,000 listings with ids and keys of their own", () => {
    expect(histories.size).toBe(3000);
    expect(new Set(latest.map(({ ListingId }) => ListingId)).size).toBe(3000);
  });

  it("yields the versions of a listing together, oldest first, none after today", () => {
    const seen = new Set<string>();
    for (const [i, record] of records.entries()) {
      const previous = records[i - 1];
      expect(record.ModificationTimestamp.slice(0, 10) <= TODAY).toBe(true);
      if (previous?.ListingKey === record.ListingKey) {
        expect(record.ModificationTimestamp > previous.ModificationTimestamp).toBe(true);
        continue;
      }
      expect(seen.has(record.ListingKey)).toBe(false);
      seen.add(record.ListingKey);
    }
  });

  it("prices every version, and says the price before a change", () => {
    for (const versions of histories.values()) {
      for (const [i, { ListPrice, OriginalListPrice, PreviousListPrice }] of versions.entries()) {
        expect(ListPrice).toBeGreaterThan(0);
        expect(OriginalListPrice).toBe(versions[0]!.ListPrice);
        if (i > 0 && versions[i - 1]!.ListPrice !== ListPrice)
          expect(PreviousListPrice).toBe(versions[i - 1]!.ListPrice);
      }
    }
  });

  it("gives closed listings, and no others, a closing date and price", () => {
    for (const record of records) {
      const closed = record.StandardStatus === "Closed";
      expect(record.CloseDate !== undefined).toBe(closed);
      expect((record.ClosePrice ?? 0) > 0).toBe(closed);
    }
  });

  it("counts days on market from the market date to today, or to the closing", () => {
    for (const { StandardStatus, OnMarketDate, CloseDate, DaysOnMarket } of latest) {
      if (StandardStatus === "Coming Soon") expect(DaysOnMarket).toBe(0);
      else if (StandardStatus === "Closed") expect(DaysOnMarket).toBe(daysBetween(OnMarketDate!, CloseDate!));
      else if (/Active|Pending/.test(StandardStatus))
        expect(DaysOnMarket).toBe(daysBetween(OnMarketDate!, TODAY));
    }
  });

  it("has the mix of statuses and types of a market", () => {
    expect(share((record) => record.StandardStatus === "Active")).toBeCloseTo(0.62, 1);
    expect(share((record) => record.StandardStatus === "Closed")).toBeCloseTo(0.17, 1);
    expect(share((record) => record.PropertyType === "Residential")).toBeGreaterThan(0.78);
    for (const type of ["Land", "Farm", "Commercial Sale", "Residential Income"])
      expect(share((record) => record.PropertyType === type)).toBeGreaterThan(0.003);
    expect(share((record) => record.InternetAddressDisplayYN === false)).toBeLessThan(0.035);
    expect(share((record) => record.InternetEntireListingDisplayYN === false)).toBeLessThan(0.01);
    expect(share((record) => record.Latitude === undefined)).toBeGreaterThan(0);
  });

  it("says nothing of rooms, floor area or year for land", () => {
    for (const record of latest.filter(
      ({ PropertyType }) => PropertyType === "Land" || PropertyType === "Farm",
    )) {
      expect([
        record.BedroomsTotal,
        record.BathroomsTotalInteger,
        record.LivingArea,
        record.YearBuilt,
        record.GarageSpaces,
      ]).toEqual(Array(5).fill(undefined));
      expect(record.LotSizeAcres).toBeGreaterThan(0);
      expect(
        record.Media!.every(({ ImageOf }) => ["Lot", "View", "Waterfront", "Aerial View"].includes(ImageOf!)),
      ).toBe(true);
    }
  });

  it("stays in Idaho", () => {
    const inside = (latitude: number, longitude: number) =>
      latitude > 41.9 && latitude < 49.1 && longitude > -117.3 && longitude < -111;
    expect(TOWNS.length).toBeGreaterThan(35);
    for (const { latitude, longitude } of TOWNS) expect(inside(latitude, longitude)).toBe(true);
    for (const { Latitude, Longitude } of latest)
      if (Latitude !== undefined) expect(inside(Latitude, Longitude!)).toBe(true);
  });

  it("shows only pictures of the catalogue, each once in a listing, houses 8 to 25", () => {
    const files = new Set(photoCatalog().map(({ file }) => `/files/demo/${file}`));
    for (const { Media, PropertySubType } of latest) {
      expect(new Set(Media!.map(({ MediaURL }) => MediaURL)).size).toBe(Media!.length);
      expect(Media!.every(({ MediaURL }) => files.has(MediaURL))).toBe(true);
      expect(Media!.map(({ PreferredPhotoYN }) => PreferredPhotoYN === true).indexOf(true)).toBe(0);
      if (PropertySubType !== "Single Family Residence") continue;
      expect(Media!.length).toBeGreaterThanOrEqual(8);
      expect(Media!.length).toBeLessThanOrEqual(25);
    }
  });
});

describe("the descriptions", () => {
  it("are seldom alike and three to seven sentences long", () => {
    expect(new Set(latest.map(({ PublicRemarks }) => PublicRemarks)).size).toBeGreaterThan(2900);
    for (const { PublicRemarks } of latest) {
      const sentences =
        PublicRemarks!.replaceAll("St. Anthony", "Saint Anthony").split(/[.?!](?: |$)/).length - 1;
      expect(sentences).toBeGreaterThanOrEqual(3);
      expect(sentences).toBeLessThanOrEqual(7);
    }
  });

  it.each<[string | RegExp, (record: ResoProperty) => boolean | undefined]>([
    ["three-car garage", (record) => record.GarageSpaces === 3],
    ["two-car garage", (record) => record.GarageSpaces === 2],
    [/two-story home/, (record) => record.Stories === 2],
    [/single-level home/, (record) => record.Stories === 1],
    [/\bshop\b.*overhead doors/, (record) => record.ExteriorFeatures?.includes("Shop")],
    ["RV parking", (record) => record.ParkingFeatures?.includes("RV Access/Parking")],
    [/fenced (?:back)?yard|fully fenced/, (record) => record.ExteriorFeatures?.includes("Fenced Yard")],
    ["hot tub", (record) => record.ExteriorFeatures?.includes("Hot Tub")],
    [
      /granite/,
      (record) =>
        record.InteriorFeatures?.includes("Granite Counters") || record.PropertyType === "Residential Income",
    ],
    [/[Mm]ountain views|mountains fill/, (record) => record.View?.includes("Mountain(s)")],
    [
      /main-level primary|primary suite is on the main/,
      (record) => record.InteriorFeatures?.includes("Primary Downstairs"),
    ],
    ["stone fireplace", (record) => record.FireplaceFeatures?.includes("Stone")],
    ["brick fireplace", (record) => record.FireplaceFeatures?.includes("Brick")],
    [/[Hh]ardwood/, (record) => record.Flooring?.includes("Hardwood")],
    [/Bring the horses|set up for horses/, (record) => record.ExteriorFeatures?.includes("Horse Facilities")],
    ["river runs", (record) => record.WaterfrontFeatures?.includes("River Front")],
    [/the lifts|Ski access/, (record) => record.CommunityFeatures?.includes("Ski Accessible")],
    [/three-bedroom|three bedrooms/, (record) => record.BedroomsTotal === 3],
  ])("say %s only of listings that have it", (words, holds) => {
    const found = remarked(words);
    expect(found.length).toBeGreaterThan(0);
    for (const record of found) expect(holds(record), record.PublicRemarks).toBe(true);
  });

  it("say brick of a home only when its walls or its fireplace are brick", () => {
    for (const record of remarked(/\bbrick\b/i)) {
      expect(
        record.ConstructionMaterials?.includes("Brick") || record.FireplaceFeatures?.includes("Brick"),
        record.PublicRemarks,
      ).toBe(true);
    }
  });

  it("name no group of people", () => {
    expect(
      remarked(/famil|kids|child|church|safe|exclusive|master|bachelor|retire|walking distance/i),
    ).toEqual([]);
  });
});
