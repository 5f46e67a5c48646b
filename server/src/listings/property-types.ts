export const propertyTypes = ["Residential", "Land", "Commercial"] as const;

export type PropertyType = (typeof propertyTypes)[number];

/** RESO PropertyType folded to the three the API filters by. */
const foldedFrom: Record<string, PropertyType> = {
  Residential: "Residential",
  "Residential Income": "Residential",
  "Residential Lease": "Residential",
  "Manufactured In Park": "Residential",
  Land: "Land",
  Farm: "Land",
  "Commercial Sale": "Commercial",
  "Commercial Lease": "Commercial",
  "Commercial Real Estate": "Commercial",
  Commercial: "Commercial",
  "Business Opportunity": "Commercial",
};

/** @returns undefined for a word RESO does not have. */
export function foldPropertyType(resoType: string): PropertyType | undefined {
  return foldedFrom[resoType];
}

export const resoPropertyTypes = Object.keys(foldedFrom);
