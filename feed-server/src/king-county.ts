import { createReadStream, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse";
import type { Market } from "./market.ts";

const SALES = fileURLToPath(new URL("../../examples/king-county/kc_house_data.csv.gz", import.meta.url));
export const PHOTOS = fileURLToPath(new URL("../../demo/photos/", import.meta.url));

const PHOTOS_PER_LISTING = 8;
const AGENTS = 40;
const OFFICES = 8;
const DAY_MS = 86_400_000;
/** The sales are of 2014 and 2015. */
const NEW_SINCE = 2014;
const FEES = [
  ["Monthly", 85],
  ["Quarterly", 210],
  ["Annually", 600],
  ["Semi-Annually", 450],
] as const;

/** Which photo a listing has at which place; ImageOf is a value of RESO's lookup. */
const PLACES: [prefix: RegExp, imageOf: string][] = [
  [/^(craftsman|ranch|modern|two|townhouse)-/, "Front of Structure"],
  [/^living-/, "Living Room"],
  [/^kitchen-/, "Kitchen"],
  [/^dining-/, "Dining Room"],
  [/^primary-bedroom-/, "Master Bedroom"],
  [/^bedroom-/, "Bedroom"],
  [/^bath-/, "Bathroom"],
  [/^(back|deck|patio)-/, "Back of Structure"],
];

type Sale = Record<string, string>;

/**
 * Fills the server with the sales of King County (source: examples/king-county/README.md) as active listings, one of each parcel,
 * with photos of the demo, agents, offices and open houses.
 *
 * @param most the number of listings.
 */
export async function loadKingCounty(market: Market, most = Infinity, now = Date.now()): Promise<void> {
  for (let office = 1; office <= OFFICES; office++) market.put("Office", officeRecord(office, now));
  for (let agent = 1; agent <= AGENTS; agent++) market.put("Member", memberRecord(agent, now));
  const files = readdirSync(PHOTOS)
    .filter((name) => name.endsWith(".webp"))
    .sort();
  const byPlace = PLACES.map(([prefix]) => files.filter((name) => prefix.test(name)));
  const seen = new Set<string>();
  const rows = createReadStream(SALES)
    .pipe(createGunzip())
    .pipe(parse({ columns: true }));
  for await (const sale of rows as AsyncIterable<Sale>) {
    const key = `KC${sale.id}`;
    if (seen.has(key)) continue;
    if (seen.size >= most) break;
    seen.add(key);
    putListing(market, sale, { key, nth: seen.size, byPlace, now });
  }
}

function putListing(
  market: Market,
  sale: Sale,
  { key, nth, byPlace, now }: { key: string; nth: number; byPlace: string[][]; now: number },
): void {
  const at = new Date(now - 60 * DAY_MS + nth * 1000).toISOString();
  market.put("Property", {
    ListingKey: key,
    ListingId: key,
    OriginatingSystemName: "king-county",
    StandardStatus: "Active",
    MlsStatus: "Active",
    PropertyType: "Residential",
    PropertySubType: "Single Family Residence",
    UnparsedAddress: `${100 + nth} Parcel Road`,
    City: "Seattle",
    StateOrProvince: "WA",
    PostalCode: sale.zipcode,
    CountyOrParish: "King",
    PublicRemarks: `A house of ${sale.yr_built} with ${sale.bedrooms} bedrooms.`,
    ListAgentKey: `M${1 + (nth % AGENTS)}`,
    ListOfficeKey: `O${1 + (nth % OFFICES)}`,
    LivingArea: Number(sale.sqft_living),
    LivingAreaUnits: "Square Feet",
    ListPrice: Number(sale.price),
    BedroomsTotal: Number(sale.bedrooms),
    BathroomsFull: Math.floor(Number(sale.bathrooms)),
    BathroomsHalf: Number(sale.bathrooms) % 1 > 0 ? 1 : 0,
    LotSizeSquareFeet: Number(sale.sqft_lot),
    YearBuilt: Number(sale.yr_built),
    Stories: Number(sale.floors),
    ParcelNumber: sale.id,
    NewConstructionYN: Number(sale.yr_built) >= NEW_SINCE,
    ...associationOf(nth),
    Latitude: Number(sale.lat),
    Longitude: Number(sale.long),
    ListingContractDate: at.slice(0, 10),
    InternetEntireListingDisplayYN: true,
    InternetAddressDisplayYN: true,
    MlgCanView: true,
    InteriorFeatures: [],
    ExteriorFeatures: sale.waterfront === "1" ? ["Waterfront"] : [],
    PhotosCount: PHOTOS_PER_LISTING,
    PhotosChangeTimestamp: at,
    ModificationTimestamp: at,
  });
  byPlace.forEach((files, order) => {
    market.put("Media", {
      MediaKey: `${key}-${order}`,
      ResourceRecordKey: key,
      MediaCategory: "Photo",
      ImageOf: PLACES[order]?.[1],
      Order: order,
      PreferredPhotoYN: order === 0,
      ShortDescription: null,
      // The address is made when it is asked for: it may be signed.
      file: files[nth % files.length],
      MediaModificationTimestamp: at,
      ModificationTimestamp: at,
    });
  });
  if (nth % 50 === 0) market.put("OpenHouse", openHouse(key, now));
}

/** The sales have no fees: every third home has an association. */
function associationOf(nth: number) {
  if (nth % 3 > 0) return { AssociationYN: false, AssociationFee: null, AssociationFeeFrequency: null };
  const [AssociationFeeFrequency, AssociationFee] = FEES[nth % FEES.length] as (typeof FEES)[number];
  return { AssociationYN: true, AssociationFee, AssociationFeeFrequency };
}

function openHouse(key: string, now: number) {
  const date = new Date(now + 3 * DAY_MS).toISOString().slice(0, 10);
  return {
    OpenHouseKey: `OH-${key}`,
    ListingKey: key,
    OpenHouseDate: date,
    OpenHouseStartTime: `${date}T20:00:00Z`,
    OpenHouseEndTime: `${date}T22:00:00Z`,
    OpenHouseStatus: "Active",
    OpenHouseType: "Public",
    OpenHouseRemarks: null,
    ModificationTimestamp: new Date(now).toISOString(),
  };
}

function memberRecord(nth: number, now: number) {
  return {
    MemberKey: `M${nth}`,
    MemberMlsId: String(5000 + nth),
    MemberFullName: `Agent ${nth}`,
    MemberEmail: `agent${nth}@brokers.example`,
    MemberPreferredPhone: `(206) 555-0${100 + nth}`,
    OfficeKey: `O${1 + (nth % OFFICES)}`,
    ModificationTimestamp: new Date(now).toISOString(),
  };
}

function officeRecord(nth: number, now: number) {
  return {
    OfficeKey: `O${nth}`,
    OfficeMlsId: String(900 + nth),
    OfficeName: `Office ${nth} Realty`,
    OfficePhone: `(206) 555-0${200 + nth}`,
    OfficeEmail: `office${nth}@brokers.example`,
    ModificationTimestamp: new Date(now).toISOString(),
  };
}
