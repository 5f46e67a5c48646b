import { describe, expect, it } from "vitest";
import type { RawRecord } from "./field-reader.ts";
import type { ListingRecord } from "./listing-record.ts";
import { normaliseReso } from "./normalise-reso.ts";

function listing(fields: RawRecord = {}): ListingRecord {
  const item = normaliseReso(
    { ListingId: "A1", StandardStatus: "Active", PropertyType: "Residential", ...fields },
    1,
  );
  if (!("record" in item)) throw new Error(JSON.stringify(item));
  return item.record;
}

describe("normaliseReso: fields", () => {
  it.each([
    [{ BathroomsFull: 2 }, 2],
    [{ BathroomsFull: 2, BathroomsHalf: 1 }, 2.5],
    [{ BathroomsFull: 1, BathroomsThreeQuarter: 1, BathroomsHalf: 1, BathroomsOneQuarter: 1 }, 2.5],
    [{ BathroomsHalf: 1 }, 0.5],
    [{ BathroomsFull: 2, BathroomsHalf: 1, BathroomsTotalInteger: 3 }, 2.5],
    [{ BathroomsFull: 0, BathroomsTotalInteger: 3 }, 0],
    [{ BathroomsTotalInteger: 3 }, 3],
    [{}, null],
  ])("baths of %j are %j", (fields: RawRecord, baths) => {
    expect(listing(fields).baths).toBe(baths);
    expect(listing(fields).bathrooms_total_integer).toBe(fields.BathroomsTotalInteger ?? null);
  });

  it.each([
    [{ LivingArea: 1800 }, 1800],
    [{ LivingArea: 1800.4, LivingAreaUnits: "Square Feet" }, 1800],
    [{ LivingArea: 100, LivingAreaUnits: "Square Meters" }, 1076],
    [{ LivingArea: 100, LivingAreaUnits: "SquareMeters" }, 1076],
    [{ LivingArea: "1,800" }, 1800],
  ])("the living area of %j is %d square feet", (fields, sqft) => {
    expect(listing(fields).sqft).toBe(sqft);
  });

  it("takes LotSizeAcres, else LotSizeSquareFeet / 43,560", () => {
    expect(listing({ LotSizeAcres: 0.5, LotSizeSquareFeet: 1 }).lot_size_acres).toBe(0.5);
    expect(listing({ LotSizeSquareFeet: 43_560 }).lot_size_acres).toBe(1);
    expect(listing({ LotSizeSquareFeet: 10_890 }).lot_size_acres).toBe(0.25);
  });

  it.each([
    [{ AssociationFee: 120, AssociationFeeFrequency: "Monthly" }, 120],
    [{ AssociationFee: 600, AssociationFeeFrequency: "Annually" }, 50],
    [{ AssociationFee: 100, AssociationFeeFrequency: "Quarterly" }, 33.33],
    [{ AssociationFee: 300, AssociationFeeFrequency: "Semi-Annually" }, 50],
    [{ AssociationFee: 300, AssociationFeeFrequency: "SemiAnnually" }, 50],
    [{ AssociationFee: 1200, AssociationFeeFrequency: "Bi-Annually" }, 50],
    [{ AssociationFee: 100, AssociationFeeFrequency: "Bi-Monthly" }, 50],
    [{ AssociationFee: 60, AssociationFeeFrequency: "Semi-Monthly" }, 120],
    [{ AssociationFee: 60, AssociationFeeFrequency: "BiWeekly" }, 130],
    [{ AssociationFee: "$30", AssociationFeeFrequency: "weekly" }, 130],
    [{ AssociationFee: 500, AssociationFeeFrequency: "One Time" }, null],
    [{ AssociationFee: 500 }, null],
    [{ AssociationFee: 0 }, 0],
    [{ AssociationYN: false }, 0],
    [{ AssociationYN: false, AssociationFee: 80, AssociationFeeFrequency: "Monthly" }, 0],
    [{ AssociationYN: true }, null],
    [{}, null],
  ])("an association by %j takes %j a month", (fields: RawRecord, hoa) => {
    expect(listing(fields).hoa_monthly).toBe(hoa);
  });

  it("takes NewConstructionYN and ParcelNumber", () => {
    expect(listing({ NewConstructionYN: "Y", ParcelNumber: 7129300520 })).toMatchObject({
      new_construction: true,
      parcel_number: "7129300520",
    });
    expect(listing({})).toMatchObject({ new_construction: null, parcel_number: null });
  });

  it("takes UnparsedAddress, else puts the address together from its parts in RESO's order", () => {
    const parts = {
      StreetNumber: "12",
      StreetDirPrefix: "N",
      StreetName: "Oak",
      StreetSuffix: "St",
      StreetDirSuffix: "E",
      UnitNumber: "4",
    };
    expect(listing({ ...parts, UnparsedAddress: "12 N Oak Street" }).address).toBe("12 N Oak Street");
    expect(listing(parts).address).toMatch(/^12 N Oak St E #?4$/);
    expect(listing({ StreetNumber: 12, StreetName: "Oak" }).address).toBe("12 Oak");
    expect(listing(parts)).toMatchObject({ street_number: "12", street_name: "Oak", street_suffix: "St" });
  });

  it("needs both coordinates, and takes 0, 0 for unknown", () => {
    expect(listing({ Latitude: 43.5, Longitude: -116.5 })).toMatchObject({
      latitude: 43.5,
      longitude: -116.5,
    });
    for (const fields of [{ Latitude: 43.5 }, { Longitude: -116.5 }, { Latitude: 0, Longitude: 0 }]) {
      expect(listing(fields)).toMatchObject({ latitude: null, longitude: null });
    }
    expect(listing({ Latitude: 0, Longitude: 10 }).latitude).toBe(0);
  });

  it("reads numbers that are written as text, as in a CSV", () => {
    expect(
      listing({ ListPrice: "$450,000", BedroomsTotal: "3", Latitude: "43.5", Longitude: "-116.5" }),
    ).toMatchObject({
      list_price: 450_000,
      beds: 3,
      latitude: 43.5,
      longitude: -116.5,
    });
    expect(listing({ ListPrice: "", BedroomsTotal: " " })).toMatchObject({ list_price: null, beds: null });
  });

  it("lists from ListingContractDate, else OnMarketDate", () => {
    expect(listing({ ListingContractDate: "2026-01-02", OnMarketDate: "2026-01-05" }).list_date).toBe(
      "2026-01-02",
    );
    expect(listing({ OnMarketDate: "2026-01-05" }).list_date).toBe("2026-01-05");
  });

  it("has a sold date when it is closed", () => {
    expect(listing({ StandardStatus: "Closed", CloseDate: "2026-05-01" }).sold_date).toBe("2026-05-01");
    expect(listing({ StandardStatus: "Pending", CloseDate: "2026-05-01" }).sold_date).toBe(null);
  });

  it.each(["2026-05-01", "2026-05-01T23:30:00Z", "2026-05-01T23:30:00-07:00", "20260501T000000", "5/1/2026"])(
    "reads the date %s",
    (text) => {
      expect(listing({ OnMarketDate: text }).list_date).toBe("2026-05-01");
    },
  );

  it.each([
    ["2026-05-01T10:20:30Z", "2026-05-01T10:20:30.000Z"],
    ["2026-05-01T10:20:30.123Z", "2026-05-01T10:20:30.123Z"],
    ["2026-05-01T10:20:30-06:00", "2026-05-01T16:20:30.000Z"],
    ["2026-05-01T10:20:30", "2026-05-01T10:20:30.000Z"],
    ["2026-05-01", "2026-05-01T00:00:00.000Z"],
    ["20141013T000000", "2014-10-13T00:00:00.000Z"],
  ])("reads the timestamp %s, without a zone as UTC", (text, expected) => {
    expect(listing({ ModificationTimestamp: text }).as_of).toBe(expected);
  });

  it("gathers features from all their fields, lists and comma-separated text, in RESO's spelling, once each", () => {
    const { features } = listing({
      InteriorFeatures: ["CeilingFans", "Walk-In Closet(s)", "None", ""],
      ExteriorFeatures: "Garden, Dog Run",
      Appliances: ["Dishwasher", "Dishwasher"],
      Flooring: ["Hardwood"],
      Heating: ["ForcedAir"],
      Cooling: "Central Air",
      FireplaceFeatures: ["Gas"],
      PoolFeatures: ["InGround"],
      PatioAndPorchFeatures: ["Deck"],
      ParkingFeatures: ["Attached"],
      LotFeatures: ["Corner Lot"],
      CommunityFeatures: ["Park"],
      View: ["Mountain(s)"],
      WaterfrontFeatures: ["River Front"],
    });
    expect([...features].sort()).toEqual(
      [
        ...["Ceiling Fans", "Walk-In Closet(s)", "Garden", "Dog Run", "Dishwasher", "Hardwood", "Forced Air"],
        ...["Central Air", "Gas", "In Ground", "Deck", "Attached", "Corner Lot", "Park", "Mountain(s) View"],
        "River Front",
      ].sort(),
    );
  });

  it("keeps what both spellings of a lookup value mean as one", () => {
    const image = (ImageOf: string) =>
      listing({ Media: [{ MediaURL: "https://p.test/1", ImageOf }] }).photos[0]?.image_of;
    for (const [spaced, joined] of [
      ["Front of Structure", "FrontOfStructure"],
      ["Master Bedroom", "MasterBedroom"],
      ["Aerial View", "AerialView"],
      ["Kitchen", "Kitchen"],
    ] as const) {
      expect([image(spaced), image(joined)]).toEqual([spaced, spaced]);
    }
    expect(listing({ PropertySubType: "SingleFamilyResidence" }).property_subtype).toBe(
      "Single Family Residence",
    );
    expect(listing({ PropertySubType: "Single Family Residence" }).property_subtype).toBe(
      "Single Family Residence",
    );
  });

  it("keeps the agent and the office, by their keys or by their names", () => {
    const named = { ListAgentFullName: "Ann Agent", ListOfficeName: "Oak Realty" };
    const keyed = listing({
      ...named,
      ListAgentKey: "m1",
      ListAgentPreferredPhone: "1",
      ListAgentEmail: "a@b.test",
    });
    expect(keyed.agent).toEqual({ key: "m1", name: "Ann Agent", phone: "1", email: "a@b.test" });
    expect(listing(named).agent?.key).toBe(listing({ ...named, ListingId: "A2" }).agent?.key);
    expect(listing({ ...named, ListOfficeKey: "o1" }).office).toMatchObject({
      key: "o1",
      name: "Oak Realty",
    });
    expect(listing({ ListAgentKey: "m1" }).agent).toMatchObject({ key: "m1", name: null });
    expect(listing({ ListAgentEmail: "a@b.test" }).agent).toBe(null);
  });

  it.each([
    [true, true],
    ["Y", true],
    ["1", true],
    [false, false],
    ["N", false],
    ["false", false],
    [null, true],
  ])("a display flag %j is %s: a missing one shows", (flag, shown) => {
    const flags = { InternetEntireListingDisplayYN: flag, InternetAddressDisplayYN: flag };
    expect(listing(flags)).toMatchObject({ show_listing: shown, show_address: shown });
  });
});
