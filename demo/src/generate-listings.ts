import { addressIn } from "./addresses.ts";
import { AGENTS } from "./agents.ts";
import { buildCommercial, buildIncome } from "./commercial/commercial.ts";
import { buildHome, type HomeKind } from "./homes/home.ts";
import { homePhotos } from "./homes/home-photos.ts";
import { homeRecord } from "./homes/home-record.ts";
import { homeRemarks } from "./homes/home-remarks.ts";
import { buildLand } from "./land/land.ts";
import { marketHistory } from "./market-history.ts";
import { openHousesOf } from "./open-houses.ts";
import type { DemoPhoto } from "./photo-catalog.ts";
import { mediaOf } from "./photos-by-subject.ts";
import { homeValue } from "./pricing.ts";
import { createRandom, type Random } from "./random.ts";
import type { ResoProperty } from "./reso-property.ts";
import { TOWNS, type Town } from "./towns.ts";

export const FIRST_LISTING = 98_100_001;

/** The `listing_id` of that number. */
export const listingIdOf = (number: number) => `IMR-${number}`;

const KINDS = [
  ["house", 66],
  ["land", 9],
  ["townhouse", 6],
  ["condo", 6],
  ["manufactured", 6],
  ["commercial", 3],
  ["income", 2],
  ["farm", 2],
] as const;

/** All fields of an offer except its location and its market history. */
type Offer = {
  record: Partial<ResoProperty>;
  remarks: string;
  value: number;
  photos: DemoPhoto[];
  rural: boolean;
  unit: boolean;
};

function homeOffer(town: Town, kind: HomeKind, thisYear: number, random: Random): Offer {
  const country = town.settings.includes("farm") || town.settings.includes("mountain");
  const rural = (kind === "house" || kind === "manufactured") && random.chance(country ? 0.2 : 0.04);
  const home = buildHome(town, kind, rural, thisYear, random);
  return {
    record: homeRecord(home, random),
    remarks: homeRemarks(home, random),
    value: homeValue(home, thisYear, random),
    photos: homePhotos(home, random),
    rural,
    unit: kind === "condo",
  };
}

function offerIn(town: Town, thisYear: number, random: Random): Offer {
  const kind = random.weighted(KINDS);
  if (kind === "land" || kind === "farm") {
    const farm = kind === "farm" && town.settings.includes("farm");
    return { ...buildLand(town, farm, random), rural: true, unit: false };
  }
  if (kind === "commercial") return { ...buildCommercial(town, thisYear, random), rural: false, unit: false };
  if (kind === "income") return { ...buildIncome(town, thisYear, random), rural: false, unit: false };
  return homeOffer(town, kind, thisYear, random);
}

/** Two in a hundred hide the address, fewer the whole listing, and a few have no point on the map. */
function publicity(random: Random): { display: Partial<ResoProperty>; mapped: boolean } {
  const hiddenAddress = random.chance(0.02);
  const hiddenEntirely = random.chance(0.007);
  const display = {
    InternetEntireListingDisplayYN: !hiddenEntirely,
    InternetAddressDisplayYN: !hiddenAddress,
  };
  return { display, mapped: !random.chance(0.008) };
}

function* listing(nth: number, seed: number, today: string): Generator<ResoProperty> {
  // One random stream per listing: a longer run adds listings and does not change the others.
  const random = createRandom(`listing:${seed}:${nth}`);
  const town = random.weighted(TOWNS.map((place) => [place, place.weight] as const));
  const offer = offerIn(town, Number(today.slice(0, 4)), random);
  const { Latitude, Longitude, ...address } = addressIn(town, random, offer);
  const { display, mapped } = publicity(random);
  const agent = random.pick(AGENTS);
  const ListingId = listingIdOf(FIRST_LISTING + nth);
  const versions = marketHistory(offer.value, today, random);
  const Media = mediaOf(ListingId, offer.photos, versions[0]!.ModificationTimestamp);
  for (const version of versions) {
    const record: ResoProperty = {
      ListingKey: `imr${FIRST_LISTING + nth}`,
      ListingId,
      ...version,
      PropertyType: "Residential",
      ...offer.record,
      ...address,
      City: town.city,
      StateOrProvince: "ID",
      ...(mapped && { Latitude, Longitude }),
      PublicRemarks: offer.remarks,
      ListAgentKey: agent.key,
      ListAgentFullName: agent.name,
      ListAgentPreferredPhone: agent.phone,
      ListAgentEmail: agent.email,
      ListOfficeKey: agent.officeKey,
      ListOfficeName: agent.officeName,
      ...display,
      Media,
    };
    yield { ...record, OpenHouse: openHousesOf(record, today) };
  }
}

/**
 * Invented Idaho listings as RESO Property records. Each of the `count` listings has one version per
 * change (listed, repriced, pending, closed), oldest first, with increasing ModificationTimestamp.
 * The same options always give the same records; no date is after `today` (YYYY-MM-DD).
 */
export function* generateListings(options: {
  seed: number;
  today: string;
  count: number;
}): Generator<ResoProperty> {
  for (let nth = 0; nth < options.count; nth++) yield* listing(nth, options.seed, options.today);
}
