import type { Brochure } from "../../src/brochures/brochure.ts";

/** What an ordinary brochure says. */
export const ordinary: Brochure = {
  title: "12 Oak St, Boise, ID 83702",
  color: "#1F5C7A",
  status: "Active",
  address: { street: "12 Oak St", place: "Boise, ID 83702" },
  price: { amount: "$512,346", note: "$278 per sq ft" },
  facts: [
    { value: "3", label: "Bedrooms" },
    { value: "2.5", label: "Bathrooms" },
    { value: "1,845", label: "Square feet" },
    { value: "0.18", label: "Acres" },
    { value: "1984", label: "Year built" },
    { value: "2", label: "Garage spaces" },
  ],
  details: [
    { label: "MLS number", value: "IMR-1" },
    { label: "Status", value: "Active" },
    { label: "Property type", value: "Single Family Residence" },
    { label: "County", value: "Ada" },
    { label: "Stories", value: "2" },
    { label: "Listed", value: "September 29, 2026" },
    { label: "Days on market", value: "17" },
  ],
  description: "Bright and quiet.",
  features: ["Dishwasher", "Foothills View"],
  contact: {
    role: "Your agent",
    name: "Ann Agent",
    firm: "Oak Realty",
    lines: [
      { text: "(208) 555-0100", url: "tel:+12085550100" },
      { text: "ann@agents.test", url: "mailto:ann@agents.test" },
    ],
  },
  brokerage: { name: "Oak Realty", nameBesideLogo: true },
  online: { url: "https://oak.test/properties/IMR-1" },
  smallPrint: {
    courtesy: "Listing courtesy of Pine Realty · Pat Pine, 208-555-0111",
    brokerage: "Oak Realty · Licensed: Designated Broker DB-1 · Equal Housing Opportunity",
    disclaimer: "Information is deemed reliable but not guaranteed. ".repeat(4),
    copyright: null,
    prepared: "Prepared June 15, 2026",
  },
};
