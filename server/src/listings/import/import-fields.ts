import { resoPropertyTypes } from "../property-types.ts";
import { standardStatuses } from "../statuses.ts";

export type FieldType =
  | "text"
  | "number"
  | "whole number"
  | "yes or no"
  | "date"
  | "timestamp"
  | "list"
  | "photos";
export type AreaUnit = "square feet" | "acres";

/** A RESO field that the import reads. */
export type ImportField = {
  name: string;
  type: FieldType;
  unit?: AreaUnit | "US dollars" | "degrees" | "days" | "baths";
  example: string;
  note?: string;
};

const text = (name: string, example: string, note?: string) => field(name, "text", example, note);
const price = (name: string, example: string, note?: string): ImportField => ({
  ...field(name, "number", example, note),
  unit: "US dollars",
});
const area = (name: string, unit: AreaUnit, example: string, note?: string): ImportField => ({
  ...field(name, "number", example, note),
  unit,
});
const baths = (name: string, example: string, note?: string): ImportField => ({
  ...field(name, name === "BathroomsTotalDecimal" ? "number" : "whole number", example, note),
  unit: "baths",
});
const list = (name: string, example: string) => field(name, "list", example);

/** All RESO fields that the import reads: the targets of a column map. */
export const importFields: readonly ImportField[] = [
  text("ListingId", "98101178", "required, or ListingKey; the id in addresses of pages"),
  text("ListingKey", "ims-4711", "identifies the listing in its source; without it ListingId does"),
  field(
    "ModificationTimestamp",
    "timestamp",
    "2026-06-01T09:30:00Z",
    "an older version replaces no newer one",
  ),
  text("StandardStatus", "Active", `required; ${standardStatuses.join(", ")}`),
  field("MlgCanView", "yes or no", "true", "false removes the listing"),
  text("MlsStatus", "Contingent", "stored; decides nothing"),
  text("PropertyType", "Residential", `required; ${resoPropertyTypes.join(", ")}`),
  text("PropertySubType", "Single Family Residence"),
  price("ListPrice", "425000"),
  price("OriginalListPrice", "450000"),
  price("PreviousListPrice", "440000"),
  price("ClosePrice", "421000"),
  field("PriceChangeTimestamp", "timestamp", "2026-05-20T12:00:00Z"),
  field("BedroomsTotal", "whole number", "3"),
  baths("BathroomsFull", "2"),
  baths("BathroomsThreeQuarter", "1", "counts 0.75"),
  baths("BathroomsHalf", "1", "counts 0.5"),
  baths("BathroomsOneQuarter", "1", "counts 0.25"),
  baths("BathroomsTotalDecimal", "2.25", "where none of the four is given"),
  baths("BathroomsTotalInteger", "3", "where nothing else is given"),
  area("LivingArea", "square feet", "1850"),
  text("LivingAreaUnits", "Square Meters", "of LivingArea, where it is not in square feet"),
  area("LotSizeAcres", "acres", "0.25"),
  area("LotSizeSquareFeet", "square feet", "10890", "where LotSizeAcres is not given"),
  field("YearBuilt", "whole number", "1987"),
  field("Stories", "number", "1.5"),
  field("GarageSpaces", "number", "2"),
  price(
    "AssociationFee",
    "120",
    "of the owners' association; with AssociationFeeFrequency it is `hoa_monthly`",
  ),
  text(
    "AssociationFeeFrequency",
    "Monthly",
    "Annually, Semi-Annually, Quarterly, Bi-Monthly, Monthly, Weekly …",
  ),
  field("AssociationYN", "yes or no", "true", "false: no fee"),
  field("NewConstructionYN", "yes or no", "false"),
  text("ParcelNumber", "R1234567890", "hidden where the address is"),
  text("UnparsedAddress", "120 W Oak St #4", "without it, from the parts below"),
  text("StreetNumber", "120"),
  text("StreetDirPrefix", "W"),
  text("StreetName", "Oak"),
  text("StreetSuffix", "St"),
  text("StreetDirSuffix", "NE"),
  text("UnitNumber", "4"),
  text("City", "Boise"),
  text("StateOrProvince", "ID"),
  text("PostalCode", "83702"),
  text("CountyOrParish", "Ada"),
  { ...field("Latitude", "number", "43.615"), unit: "degrees" },
  { ...field("Longitude", "number", "-116.202"), unit: "degrees" },
  field("ListingContractDate", "date", "2026-05-01"),
  field("OnMarketDate", "date", "2026-05-02", "where ListingContractDate is not given"),
  field("CloseDate", "date", "2026-06-15", "of Closed listings"),
  { ...field("DaysOnMarket", "whole number", "12"), unit: "days" },
  text("PublicRemarks", "A bright home near the river."),
  list("InteriorFeatures", "Fireplace, Pantry"),
  list("ExteriorFeatures", "Balcony"),
  list("Appliances", "Dishwasher, Range"),
  list("Flooring", "Wood"),
  list("Heating", "Forced Air"),
  list("Cooling", "Central Air"),
  list("FireplaceFeatures", "Gas"),
  list("PoolFeatures", "In Ground"),
  list("PatioAndPorchFeatures", "Deck"),
  list("ParkingFeatures", "Garage"),
  list("LotFeatures", "Corner Lot"),
  list("CommunityFeatures", "Park"),
  list("WaterfrontFeatures", "River Front"),
  list("View", "Mountain(s)"),
  field("InternetEntireListingDisplayYN", "yes or no", "true", "false hides the listing"),
  field("InternetAddressDisplayYN", "yes or no", "true", "false hides its address"),
  field("PhotosChangeTimestamp", "timestamp", "2026-05-01T08:00:00Z"),
  text("MajorChangeType", "Price Change"),
  text("AttributionContact", "208-555-0100", "whom to ask, named with the listing"),
  text("ListAgentKey", "a-17"),
  text("ListAgentFullName", "Ada Lovelace"),
  text("ListAgentPreferredPhone", "208-555-0142"),
  text("ListAgentEmail", "ada@example.com"),
  text("ListOfficeKey", "o-3"),
  text("ListOfficeName", "Acme Realty"),
  text("ListOfficePhone", "208-555-0100"),
  text("ListOfficeEmail", "office@example.com"),
  field("Media", "photos", "https://photos.example.com/1.jpg", "addresses, the first one preferred"),
];

function field(name: string, type: FieldType, example: string, note?: string): ImportField {
  return note === undefined ? { name, type, example } : { name, type, example, note };
}

const byName = new Map(importFields.map((each) => [each.name, each]));

export function importField(name: string): ImportField | undefined {
  return byName.get(name);
}
