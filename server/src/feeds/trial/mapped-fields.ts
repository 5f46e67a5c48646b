const features =
  "InteriorFeatures ExteriorFeatures Appliances Flooring Heating Cooling FireplaceFeatures PoolFeatures PatioAndPorchFeatures " +
  "ParkingFeatures LotFeatures CommunityFeatures WaterfrontFeatures View";

/** The RESO fields that each field of a listing is read from. */
const sources: Record<string, string> = {
  listing_id: "ListingId",
  listing_key: "ListingKey",
  modified_at: "ModificationTimestamp",
  status: "StandardStatus MlgCanView MlsStatus",
  property_type: "PropertyType",
  property_subtype: "PropertySubType",
  list_price: "ListPrice",
  history: "OriginalListPrice PreviousListPrice ClosePrice PriceChangeTimestamp MajorChangeType",
  beds: "BedroomsTotal",
  baths:
    "BathroomsFull BathroomsThreeQuarter BathroomsHalf BathroomsOneQuarter BathroomsTotalDecimal BathroomsTotalInteger",
  sqft: "LivingArea LivingAreaUnits",
  lot_size_acres: "LotSizeAcres LotSizeSquareFeet",
  year_built: "YearBuilt",
  stories: "Stories",
  garage_spaces: "GarageSpaces",
  hoa_monthly: "AssociationFee AssociationFeeFrequency AssociationYN",
  new_construction: "NewConstructionYN",
  parcel_number: "ParcelNumber",
  address: "UnparsedAddress StreetNumber StreetDirPrefix StreetName StreetSuffix StreetDirSuffix UnitNumber",
  city: "City",
  state: "StateOrProvince",
  zip: "PostalCode",
  county: "CountyOrParish",
  latitude: "Latitude",
  longitude: "Longitude",
  list_date: "ListingContractDate OnMarketDate",
  sold_date: "CloseDate",
  days_on_market: "DaysOnMarket",
  description: "PublicRemarks",
  features,
  display: "InternetEntireListingDisplayYN InternetAddressDisplayYN",
  attribution: "AttributionContact",
  photos: "Media PhotosChangeTimestamp",
  list_agent: "ListAgentKey ListAgentFullName ListAgentPreferredPhone ListAgentEmail",
  list_office: "ListOfficeKey ListOfficeName ListOfficePhone ListOfficeEmail",
};

/** The field of a listing that a RESO field becomes, by its name. */
export const mappedFields: ReadonlyMap<string, string> = new Map(
  Object.entries(sources).flatMap(([ours, names]) => names.split(" ").map((name) => [name, ours] as const)),
);
