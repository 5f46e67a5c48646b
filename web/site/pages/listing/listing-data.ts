import { type Listing, listingPath } from "../../../shared/listing.ts";
import { largestSource } from "../../components/largest-source.ts";
import { absolute } from "../../frame/canonical.ts";
import type { Visit } from "../../frame/visit.ts";
import { type Agent, agentPath } from "../agents/agent.ts";
import { titleOf } from "./listing-title.ts";

/** A home as structured data (W33): nothing but what its page shows. */
export function listingData(visit: Visit, listing: Listing, agent: Agent | null): object {
  const { list_date: listed, description, images } = listing;
  return {
    "@type": "RealEstateListing",
    name: titleOf(listing),
    url: absolute(visit, listingPath(listing)),
    ...(listed && { datePosted: listed }),
    ...(description && { description }),
    ...(images.length > 0 && { image: images.map((image) => absolute(visit, largestSource(image))) }),
    about: homeOf(listing),
    ...(listing.list_price !== null && { offers: offerOf(visit, listing, agent) }),
  };
}

function homeOf(listing: Listing): object {
  const { beds, baths, sqft, year_built: yearBuilt } = listing;
  const type = typeOf(listing);
  const address = addressOf(listing);
  // Only buildings have the other fields.
  if (type === "Place") return { "@type": type, address };
  return {
    "@type": type,
    ...(beds !== null && { numberOfBedrooms: beds }),
    ...(baths !== null && { numberOfBathroomsTotal: baths }),
    ...(sqft !== null && { floorSize: { "@type": "QuantitativeValue", value: sqft, unitCode: "FTK" } }),
    ...(yearBuilt !== null && { yearBuilt }),
    address,
  };
}

/** Types of schema.org by RESO's PropertySubType. */
const TYPES: Record<string, string> = {
  "Single Family Residence": "SingleFamilyResidence",
  Condominium: "Apartment",
  Apartment: "Apartment",
  "Stock Cooperative": "Apartment",
  Townhouse: "House",
};

/** Schema.org has no type of land: a Place. An Accommodation is a building or a part of one, of any kind. */
function typeOf({ property_type: type, property_subtype: subtype }: Listing): string {
  if (type === "Land") return "Place";
  return TYPES[subtype ?? ""] ?? "Accommodation";
}

function addressOf({ address, city, state, zip }: Listing): object {
  return {
    "@type": "PostalAddress",
    ...(address && { streetAddress: address }),
    ...(city && { addressLocality: city }),
    ...(state && { addressRegion: state }),
    ...(zip && { postalCode: zip }),
  };
}

function offerOf(visit: Visit, { status, list_price: price }: Listing, agent: Agent | null): object {
  return {
    "@type": "Offer",
    price,
    priceCurrency: "USD",
    availability: `https://schema.org/${AVAILABILITY[status]}`,
    offeredBy: agent ? agentOf(visit, agent) : { "@id": absolute(visit, "/#agency") },
  };
}

const AVAILABILITY: Record<Listing["status"], string> = {
  Active: "InStock",
  "Coming Soon": "PreOrder",
  "Active Under Contract": "LimitedAvailability",
  Pending: "LimitedAvailability",
  Sold: "SoldOut",
};

/** An agent as a page of a home shows them. */
function agentOf(visit: Visit, agent: Agent): object {
  const { name, phone, image } = agent;
  return {
    "@type": "RealEstateAgent",
    name,
    url: absolute(visit, agentPath(agent)),
    ...(phone && { telephone: phone }),
    ...(image && { image: absolute(visit, largestSource(image)) }),
  };
}
