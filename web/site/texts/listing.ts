import type { Listing } from "../../shared/listing.ts";

const unit = (number: number, short: string, one: string, many: string) => ({
  short,
  long: number === 1 ? one : many,
});

/** Texts of a home, in lists and on its page. */
export const listingTexts = {
  noPrice: "Price on request",
  hiddenAddress: "Address not shown",
  saveHome: (address: string) => `Save ${address}`,
  noPhoto: "No photo",
  listedBy: (office: string) => `Listed by ${office}`,
  source: (name: string) => `Source: ${name}`,
  beds: (number: number) => unit(number, "bd", "bedroom", "bedrooms"),
  baths: (number: number) => unit(number, "ba", "bathroom", "bathrooms"),
  sqft: (number: number) => unit(number, "sqft", "square foot", "square feet"),
  acres: (number: number) => unit(number, "ac", "acre", "acres"),
  status: {
    Active: "For sale",
    "Coming Soon": "Coming soon",
    "Active Under Contract": "Under contract",
    Pending: "Pending",
    Sold: "Sold",
  } satisfies Record<Listing["status"], string>,
};
