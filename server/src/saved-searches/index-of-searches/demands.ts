import type { ListingFilters, ListingRow } from "../../listings/index.ts";
import type { Conditions } from "../searches/criteria.ts";
import { cellOf, cellsOfArea } from "./area-cells.ts";

/** A property of which a search may demand one of some values, and which values a listing has of it. */
type Property = {
  /** Null: the search takes any. A listing that lacks all of them cannot match. */
  demanded(search: Conditions): readonly string[] | null;
  /** In lower case. */
  valuesOf(row: ListingRow, words: () => ReadonlySet<string>): Iterable<string>;
};

type WordFilter = keyof Pick<
  ListingFilters,
  | "city"
  | "state"
  | "county"
  | "zip"
  | "propertyType"
  | "subtype"
  | "status"
  | "office"
  | "agent"
  | "listingIds"
>;

const word = (filter: WordFilter, read: (row: ListingRow) => string | null): Property => ({
  demanded: ({ filters }) => {
    const wanted = filters[filter];
    return wanted === undefined ? null : [wanted].flat().map((each) => each.toLowerCase());
  },
  valuesOf: (row) => [(read(row) ?? "").toLowerCase()],
});

const yesOrNo = (
  filter: "hasPhotos" | "newConstruction",
  read: (row: ListingRow) => string | null,
): Property => ({
  demanded: ({ filters }) => (filters[filter] === undefined ? null : [filters[filter] ? "yes" : "no"]),
  valuesOf: (row) => [read(row) ?? ""],
});

/**
 * The properties by which candidates are found, the most selective ones first. A demand may be weaker than the filter it stands for, and
 * is never stronger: each candidate is compared by the listing index itself.
 */
export const properties: readonly Property[] = [
  word("listingIds", ({ listingId }) => listingId),
  word("zip", ({ zip }) => zip),
  word("city", ({ city }) => city),
  word("agent", ({ agent }) => agent),
  word("office", ({ office }) => office),
  {
    demanded: ({ filters }) => cellsOfArea(filters),
    valuesOf: ({ lat, lng }) => (Number.isNaN(lat) ? [] : [cellOf(lat, lng)]),
  },
  // All words must be there: the longest is likely to be the rarest.
  {
    demanded: ({ keywords }) =>
      keywords && [keywords.reduce((longest, each) => (each.length > longest.length ? each : longest))],
    valuesOf: (_row, words) => words(),
  },
  // All features must be there.
  {
    demanded: ({ filters: { features } }) =>
      features?.[0] === undefined ? null : [features[0].toLowerCase()],
    valuesOf: ({ features }) => features,
  },
  word("county", ({ county }) => county),
  word("subtype", ({ subtype }) => subtype),
  word("propertyType", ({ type }) => type),
  word("status", ({ status }) => status),
  word("state", ({ state }) => state),
  yesOrNo("hasPhotos", ({ photos }) => photos),
  yesOrNo("newConstruction", ({ newConstruction }) => newConstruction),
];
