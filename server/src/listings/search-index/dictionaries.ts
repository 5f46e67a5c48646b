import { forEachColumn, type WordColumn, wordColumns } from "./columns.ts";
import { Dictionary } from "./dictionary.ts";
import type { IndexWords } from "./index-part.ts";
import type { ListingRow } from "./listing-row.ts";

/** The words of each column, and those of features. */
export type Dictionaries = Record<WordColumn | "feature", Dictionary>;

const names = [...wordColumns, "feature"] as const;

/** @param words of another index, whose numbers these have. */
export function createDictionaries(words?: IndexWords): Dictionaries {
  return forEachColumn(names, (column) => new Dictionary(words?.[column]));
}

export function spellingsOf(dictionaries: Dictionaries): IndexWords {
  return forEachColumn(names, (column) => dictionaries[column].spellings);
}

/** The words of a listing as numbers, which new words get here. */
export function numbersOf(
  row: ListingRow,
  dictionaries: Dictionaries,
): Record<WordColumn, number> & { features: number[] } {
  const { city, state, status, type, source, county, zip, subtype, office, agent, photos, newConstruction } =
    dictionaries;
  // Not a loop over names: this runs for each change of an import.
  return {
    city: city.numberOf(row.city),
    state: state.numberOf(row.state),
    status: status.numberOf(row.status),
    type: type.numberOf(row.type),
    source: source.numberOf(String(row.source)),
    county: county.numberOf(row.county),
    zip: zip.numberOf(row.zip),
    subtype: subtype.numberOf(row.subtype),
    office: office.numberOf(row.office),
    agent: agent.numberOf(row.agent),
    photos: photos.numberOf(row.photos),
    newConstruction: newConstruction.numberOf(row.newConstruction),
    features: row.features.map((feature) => dictionaries.feature.numberOf(feature)).sort((a, b) => a - b),
  };
}
