/** A property type: its label, its share of homes for sale, and the words that name it. */
export type PropertyTypeWords = { label: string; usual: number; words: string };

/**
 * `house` alone does not name single_family: "a house in Eagle" also means townhouses. `words` are the names in
 * queries and feeds.
 */
export const propertyTypes: Record<string, PropertyTypeWords> = {
  single_family: {
    label: "Single-family home",
    usual: 0.66,
    words:
      "single family, single family home, single family residence, single family house, detached house, detached home, sfr, sfh",
  },
  condo: { label: "Condo", usual: 0.07, words: "condo, condominium, penthouse, apartment" },
  townhouse: {
    label: "Townhouse",
    usual: 0.07,
    words:
      "townhouse, townhome, town house, town home, rowhouse, row house, row home, twin home, terraced house, terrace house",
  },
  multifamily: {
    label: "Multifamily",
    usual: 0.03,
    words: `multifamily, multi family, duplex, triplex, fourplex, quadplex, quadruplex, 4plex, apartment building,
    residential income, multi unit`,
  },
  manufactured: {
    label: "Manufactured home",
    usual: 0.06,
    words: `manufactured, manufactured home, manufactured house, manufactured on land, mobile home, modular home, double wide, single wide, doublewide,
    singlewide, trailer home`,
  },
  land: {
    label: "Land",
    usual: 0.1,
    words: `land, vacant land, raw land, bare land, building lot, vacant lot, empty lot, buildable lot, unimproved land,
    residential lot, homesite, building site`,
  },
  commercial: {
    label: "Commercial property",
    usual: 0.04,
    words: `commercial, commercial property, commercial building, commercial space, office building, office space, retail space, storefront,
    warehouse, strip mall, industrial building`,
  },
};

/** Phrases that contain a type's word, but name none. */
export const misleadingTypePhrases =
  "commercial grade, commercial range, dream land, with land, home and land, land lease, leased land, land rent, condo fee, condo association, condo board, land line, landline, warehouse style, warehouse district, warehouse feel, warehouse conversion, commercial kitchen";
