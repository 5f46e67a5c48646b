import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RawRecord } from "./field-reader.ts";
import type { ListingRecord } from "./listing-record.ts";
import { normaliseReso } from "./normalise-reso.ts";

const required = { ListingId: "A1", StandardStatus: "Active", PropertyType: "Residential" };

/** The listing that a record with these fields becomes. */
function listing(fields: RawRecord = {}): ListingRecord {
  const item = normaliseReso({ ...required, ...fields }, 1);
  if (!("record" in item)) throw new Error(JSON.stringify(item));
  return item.record;
}

function reasons(fields: RawRecord): string[] {
  const item = normaliseReso({ ...required, ...fields }, 7);
  expect(item.line).toBe(7);
  return "reasons" in item ? item.reasons : [];
}

describe("normaliseReso", () => {
  it("takes a record with nothing but the required fields", () => {
    const { listing_id, listing_key, status, property_type, reso_property_type, ...rest } = listing();
    expect({ listing_id, listing_key, status, property_type, reso_property_type }).toEqual({
      listing_id: "A1",
      listing_key: "A1",
      status: "Active",
      property_type: "Residential",
      reso_property_type: "Residential",
    });
    const { features, photos, show_listing, show_address, ...absent } = rest;
    expect({ features, photos, show_listing, show_address }).toEqual({
      features: [],
      photos: [],
      show_listing: true,
      show_address: true,
    });
    expect(Object.values(absent).every((value) => value === null)).toBe(true);
  });

  it("keeps ListingKey beside ListingId; either may stand for the other", () => {
    expect(listing({ ListingKey: "k1" })).toMatchObject({ listing_key: "k1", listing_id: "A1" });
    expect(listing({ ListingId: undefined, ListingKey: "k1" })).toMatchObject({
      listing_key: "k1",
      listing_id: "k1",
    });
    expect(listing({ ListingId: 70_123 })).toMatchObject({ listing_key: "70123", listing_id: "70123" });
    expect(reasons({ ListingId: " ", ListingKey: null })).toEqual(["ListingId or ListingKey is required"]);
  });

  it.each([
    ["Active", "Active"],
    ["Active Under Contract", "Active Under Contract"],
    ["ActiveUnderContract", "Active Under Contract"],
    ["active under contract", "Active Under Contract"],
    ["ComingSoon", "Coming Soon"],
    ["Closed", "Closed"],
    ["Canceled", "Canceled"],
    ["Expired", "Expired"],
    ["Hold", "Hold"],
    ["Incomplete", "Incomplete"],
    ["Pending", "Pending"],
    ["Withdrawn", "Withdrawn"],
  ])("StandardStatus %s is %s", (word, status) => {
    expect(listing({ StandardStatus: word, MlsStatus: "Local word" })).toMatchObject({
      status,
      mls_status: "Local word",
    });
  });

  it("takes StandardStatus Delete and MlgCanView false for a removal", () => {
    for (const gone of [{ StandardStatus: "Delete" }, { MlgCanView: false }, { MlgCanView: "false" }]) {
      const item = normaliseReso({ ...required, ModificationTimestamp: "2026-01-02T03:04:05Z", ...gone }, 3);
      expect(item).toEqual({ line: 3, removal: { listing_key: "A1", as_of: "2026-01-02T03:04:05.000Z" } });
    }
    expect(normaliseReso({ ListingKey: "k", MlgCanView: false }, 1)).toMatchObject({
      removal: { listing_key: "k" },
    });
    expect(listing({ MlgCanView: true }).status).toBe("Active");
  });

  it.each([
    ["Residential", "Residential"],
    ["Residential Income", "Residential"],
    ["Residential Lease", "Residential"],
    ["Manufactured In Park", "Residential"],
    ["Land", "Land"],
    ["Farm", "Land"],
    ["Commercial Sale", "Commercial"],
    ["Commercial Lease", "Commercial"],
    ["Commercial Real Estate", "Commercial"],
    ["Business Opportunity", "Commercial"],
  ])("PropertyType %s, in either spelling, folds to %s and is kept", (type, folded) => {
    for (const spelling of [type, type.replaceAll(" ", ""), type.toUpperCase()]) {
      expect(listing({ PropertyType: spelling })).toMatchObject({
        property_type: folded,
        reso_property_type: type,
      });
    }
  });

  it("rejects a status or type that RESO does not have, and says every reason", () => {
    expect(
      reasons({ StandardStatus: "Gone", PropertyType: "Castle", ListPrice: "dear", BedroomsTotal: 2.5 }),
    ).toEqual([
      expect.stringMatching(/^StandardStatus "Gone" is not one of Active, /),
      'PropertyType "Castle" is not known',
      "ListPrice must be a number",
      "BedroomsTotal must be a whole number",
    ]);
    expect(reasons({ StandardStatus: null, PropertyType: undefined })).toEqual([
      "StandardStatus is required",
      "PropertyType is required",
    ]);
  });

  it.each([
    [{ ListPrice: -1 }, "ListPrice must be a positive number"],
    [{ Latitude: 91, Longitude: 0 }, "Latitude must be between -90 and 90"],
    [{ Longitude: -181 }, "Longitude must be between -180 and 180"],
    [{ ListPrice: true }, "ListPrice must be a number"],
    [{ City: {} }, "City must be text"],
    [{ City: "x".repeat(201) }, "City must be at most 200 characters"],
    [{ City: "a\0b" }, "City must not contain NUL characters"],
    [{ ListingContractDate: "2026-02-30" }, "ListingContractDate must be a date (YYYY-MM-DD)"],
    [{ ModificationTimestamp: "yesterday" }, "ModificationTimestamp must be a timestamp (ISO 8601)"],
    [{ InternetAddressDisplayYN: "perhaps" }, "InternetAddressDisplayYN must be true or false"],
  ])("rejects %j", (fields, reason) => {
    expect(reasons(fields)).toEqual([reason]);
  });

  it("is a listing, a removal or reasons, for every record", () => {
    const field = fc.constantFrom(
      ...[
        "ListingId",
        "ListingKey",
        "StandardStatus",
        "PropertyType",
        "ListPrice",
        "BedroomsTotal",
        "LivingArea",
      ],
      ...[
        "Latitude",
        "Longitude",
        "CloseDate",
        "ModificationTimestamp",
        "Media",
        "View",
        "MlgCanView",
        "Heating",
      ],
    );
    fc.assert(
      fc.property(fc.dictionary(field, fc.jsonValue()), fc.boolean(), (fields, whole) => {
        const item = normaliseReso(whole ? { ...required, ...fields } : (fields as RawRecord), 1);
        expect(["record", "removal", "reasons"].filter((kind) => kind in item)).toHaveLength(1);
        if ("reasons" in item) expect(item.reasons.length).toBeGreaterThan(0);
      }),
    );
  });
});
