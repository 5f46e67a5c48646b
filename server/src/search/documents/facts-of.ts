import type { DescribedListing } from "../../listings/index.ts";
import { featureUses, subtypeWords, waterfrontWords } from "./buyers-words.ts";

/**
 * The facts of a listing as sentences in buyers' words (`no stairs`, `new construction`, `fixer`), with the feed's features. Prices
 * and other values that filters compare exactly are left out, because vectors do not represent numbers. `keys`: its feature keys.
 */
export function factsOf(listing: DescribedListing, keys: readonly string[]): string {
  const sentences = [
    whatAndWhere(listing),
    subtypeWords(listing),
    layout(listing),
    age(listing),
    size(listing),
    lot(listing),
    waterfrontWords(listing),
    ...featureUses(keys),
  ];
  if (listing.features.length > 0) sentences.push(`Features: ${listing.features.join(", ")}.`);
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

const NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

function whatAndWhere({
  property_subtype,
  property_type,
  beds,
  baths,
  city,
  county,
}: DescribedListing): string {
  const what = property_subtype ?? (property_type === "Residential" ? "Home" : property_type);
  const rooms = [...(beds ? [`${NUMBERS[beds] ?? beds}-bedroom`] : []), ...(baths ? [`${baths}-bath`] : [])];
  const where = [city, county && `${county} County`].filter(Boolean).join(", ");
  return asSentence([`${[...rooms, what].join(" ")}${where && ` in ${where}`}`]);
}

function layout({ stories, garage_spaces }: DescribedListing): string {
  const words = [
    ...(stories === 1 ? ["single-level, one story, no stairs"] : []),
    ...(stories === 2 ? ["two-story"] : []),
    ...(stories !== null && stories >= 3 ? ["three-story"] : []),
    ...(garage_spaces ? [`${NUMBERS[garage_spaces] ?? garage_spaces}-car garage`] : []),
  ];
  return asSentence(words);
}

const DECADES: Record<number, string> = {
  1920: "twenties",
  1930: "thirties",
  1940: "forties",
  1950: "fifties",
  1960: "sixties",
  1970: "seventies",
  1980: "eighties",
  1990: "nineties",
};

/** The words that buyers use for homes of this age. */
function age({ year_built }: DescribedListing): string {
  if (year_built === null || year_built < 1700) return "";
  const decade = DECADES[Math.floor(year_built / 10) * 10];
  const words = [
    ...(decade ? [`from the ${decade}`] : []),
    ...(year_built < 1915 ? ["turn of the century"] : []),
    ...(year_built < 1930 ? ["a century old, a hundred years old"] : []),
    ...(year_built < 1940 ? ["historic, vintage, old home with character"] : []),
    ...(year_built < 1980 ? ["older home"] : []),
    ...(year_built >= 1945 && year_built < 1970 ? ["mid-century"] : []),
    ...(year_built >= 2020 ? ["new construction, newly built"] : []),
    ...(year_built >= 2024 ? ["brand new, a new build"] : []),
    ...(year_built >= 2010 && year_built < 2020 ? ["newer home"] : []),
  ];
  return asSentence([`Built in ${year_built}`, ...words]);
}

function size({ sqft, beds, property_type }: DescribedListing): string {
  if (property_type !== "Residential") return "";
  const words = [
    ...(sqft !== null && sqft < 900 ? ["tiny, compact, a little cottage"] : []),
    ...(sqft !== null && sqft < 1100 ? ["small, cozy, low-maintenance starter home"] : []),
    ...(sqft !== null && sqft >= 3000 ? ["large, spacious family home"] : []),
    ...(sqft !== null && sqft >= 4500 ? ["very large, spacious estate home"] : []),
    ...(beds !== null && beds >= 5 ? ["many bedrooms, space for a big household"] : []),
  ];
  return asSentence(words);
}

function lot({ lot_size_acres, property_type }: DescribedListing): string {
  if (lot_size_acres === null) return "";
  if (lot_size_acres >= 2)
    return "Acreage, elbow room, country living, private and secluded, no close neighbors.";
  if (lot_size_acres >= 1) return "Acreage, elbow room, private.";
  if (property_type !== "Residential") return "";
  if (lot_size_acres >= 0.4) return "Large lot, big yard.";
  return lot_size_acres > 0 && lot_size_acres < 0.1
    ? "Small low-maintenance yard, hardly any lawn to mow."
    : "";
}

function asSentence(words: string[]): string {
  const [first = "", ...others] = words;
  return first === "" ? "" : `${[first.charAt(0).toUpperCase() + first.slice(1), ...others].join(", ")}.`;
}
