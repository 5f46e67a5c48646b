/** The types of OData that the fields of this server have. */
export type EdmType =
  | "String"
  | "Int64"
  | "Decimal"
  | "Boolean"
  | "Date"
  | "DateTimeOffset"
  | "Collection(String)";

export type Resource = {
  name: string;
  key: string;
  fields: Record<string, EdmType>;
};

const text = (...names: string[]) => of("String", names);
const decimals = (...names: string[]) => of("Decimal", names);
const times = (...names: string[]) => of("DateTimeOffset", names);

function of(type: EdmType, names: string[]): Record<string, EdmType> {
  return Object.fromEntries(names.map((name) => [name, type]));
}

/** Fields of the RESO Data Dictionary 2.0, those that this server fills. */
export const resources = {
  Property: {
    name: "Property",
    key: "ListingKey",
    fields: {
      ...text("ListingKey", "ListingId", "OriginatingSystemName", "StandardStatus", "MlsStatus"),
      ...text("PropertyType", "PropertySubType", "UnparsedAddress", "City", "StateOrProvince", "PostalCode"),
      ...text("CountyOrParish", "PublicRemarks", "ListAgentKey", "ListOfficeKey", "LivingAreaUnits"),
      ...text("AssociationFeeFrequency", "ParcelNumber"),
      ...decimals("ListPrice", "ClosePrice", "BedroomsTotal", "BathroomsFull", "BathroomsHalf", "LivingArea"),
      ...decimals("LotSizeSquareFeet", "YearBuilt", "Stories", "Latitude", "Longitude", "PhotosCount"),
      ...decimals("AssociationFee"),
      ...of("Date", ["ListingContractDate", "CloseDate"]),
      ...of("Boolean", ["InternetEntireListingDisplayYN", "InternetAddressDisplayYN", "MlgCanView"]),
      ...of("Boolean", ["AssociationYN", "NewConstructionYN"]),
      ...of("Collection(String)", ["InteriorFeatures", "ExteriorFeatures"]),
      ...times("ModificationTimestamp", "PhotosChangeTimestamp"),
    },
  },
  Media: {
    name: "Media",
    key: "MediaKey",
    fields: {
      ...text("MediaKey", "ResourceRecordKey", "MediaURL", "MediaCategory", "ImageOf", "ShortDescription"),
      ...of("Int64", ["Order"]),
      ...of("Boolean", ["PreferredPhotoYN"]),
      ...times("MediaModificationTimestamp", "ModificationTimestamp"),
    },
  },
  Member: {
    name: "Member",
    key: "MemberKey",
    fields: {
      ...text(
        "MemberKey",
        "MemberMlsId",
        "MemberFullName",
        "MemberEmail",
        "MemberPreferredPhone",
        "OfficeKey",
      ),
      ...times("ModificationTimestamp"),
    },
  },
  Office: {
    name: "Office",
    key: "OfficeKey",
    fields: {
      ...text("OfficeKey", "OfficeMlsId", "OfficeName", "OfficePhone", "OfficeEmail"),
      ...times("ModificationTimestamp"),
    },
  },
  OpenHouse: {
    name: "OpenHouse",
    key: "OpenHouseKey",
    fields: {
      ...text("OpenHouseKey", "ListingKey", "OpenHouseStatus", "OpenHouseType", "OpenHouseRemarks"),
      ...of("Date", ["OpenHouseDate"]),
      ...times("OpenHouseStartTime", "OpenHouseEndTime", "ModificationTimestamp"),
    },
  },
  // RESO RCP-27.
  EntityEvent: {
    name: "EntityEvent",
    key: "EntityEventSequence",
    fields: {
      ...of("Int64", ["EntityEventSequence"]),
      ...text("ResourceName", "ResourceRecordKey", "ResourceRecordUrl"),
    },
  },
} as const satisfies Record<string, Resource>;

export type ResourceName = keyof typeof resources;

/** A record as the server answers it. */
export type FeedRecord = Record<string, unknown>;
