import type { FeedServer } from "../../../../feed-server/src/serve-feed.ts";

type Market = FeedServer["market"];
type Fields = Record<string, unknown>;

const SQUARE_FEET_PER_ACRE = 43_560;
/** What visitors see (SPEC: statuses), in the words of the API. */
const SHOWN_AS: Record<string, string> = {
  Active: "Active",
  "Active Under Contract": "Active Under Contract",
  "Coming Soon": "Coming Soon",
  Pending: "Pending",
  Closed: "Sold",
};

/** A listing as the contract (feeds.md, reso.md) has it shown; `photos`: the files of its photos in their order. */
export type ExpectedListing = { fields: Fields; photos: string[] };

/** Whether a record is to be stored: it is offered, and not withdrawn from us. */
export function isOffered(record: Fields | undefined): record is Fields {
  return record !== undefined && record.MlgCanView !== false && record.StandardStatus !== "Delete";
}

/** Whether visitors see a record. */
export function isPublic(record: Fields | undefined): record is Fields {
  return (
    isOffered(record) &&
    String(record.StandardStatus) in SHOWN_AS &&
    record.InternetEntireListingDisplayYN !== false
  );
}

/** What the API shows of a record. */
export function expectedListing(market: Market, record: Fields): ExpectedListing {
  const member = market.get("Member", String(record.ListAgentKey));
  const listOffice = market.get("Office", String(record.ListOfficeKey));
  const media = market
    .mediaOf(String(record.ListingKey))
    .sort(
      (one, other) =>
        Number(other.PreferredPhotoYN) - Number(one.PreferredPhotoYN) ||
        Number(one.Order) - Number(other.Order),
    );
  return {
    photos: media.map(({ file }) => String(file)),
    fields: {
      listing_id: record.ListingId,
      list_price: record.ListPrice,
      beds: record.BedroomsTotal,
      baths: Number(record.BathroomsFull) + Number(record.BathroomsHalf) / 2,
      sqft: record.LivingArea,
      lot_size_acres: Number(record.LotSizeSquareFeet) / SQUARE_FEET_PER_ACRE,
      year_built: record.YearBuilt,
      address: record.UnparsedAddress,
      city: record.City,
      state: record.StateOrProvince,
      zip: record.PostalCode,
      county: record.CountyOrParish,
      latitude: record.Latitude,
      longitude: record.Longitude,
      property_type: "Residential",
      property_subtype: record.PropertySubType,
      status: SHOWN_AS[String(record.StandardStatus)],
      list_date: record.ListingContractDate,
      description: record.PublicRemarks,
      "list_agent.name": member?.MemberFullName,
      "list_agent.phone": member?.MemberPreferredPhone,
      "list_agent.email": member?.MemberEmail,
      list_office: listOffice?.OfficeName,
      photos_count: media.length,
    },
  };
}

/** The fields of a reply that differ, with both values. */
export function differences(expected: Fields, shown: Fields): string[] {
  return Object.entries(expected).flatMap(([field, value]) => {
    const [name = "", inner] = field.split(".");
    const own = inner === undefined ? shown[name] : (shown[name] as Fields | null)?.[inner];
    if (isSame(value ?? null, own ?? null)) return [];
    return [`${field} is ${JSON.stringify(own)}, at the server ${JSON.stringify(value)}`];
  });
}

/** Numbers are stored with few decimals, and phone numbers without their punctuation. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one === "number" && typeof other === "number") return Math.abs(one - other) < 0.006;
  if (typeof one !== "string" || typeof other !== "string") return false;
  return one.startsWith("(") && one.replaceAll(/\D/g, "") === other.replaceAll(/\D/g, "");
}
