const NUMBERS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
};
const COUNT = String.raw`(\d{1,2}(?:\.\d{1,2})?|${Object.keys(NUMBERS).join("|")})`;
const OR_MORE = String.raw`(?: ?\+| ?plus| or more| ?or ?\d{1,2}| ?(?:-|–|to) ?\d{1,2})?`;
const BEDS = "(?:beds?|bedrooms?|bds?|brs?|bdrms?)";
const BATHS = "(?:baths?|bathrooms?|ba|bths?)";
/** "Up to three bedrooms" asks for no least number. */
const NOT_AT_MOST = String.raw`(?<!(?:under|max|maximum|up to|at most|less than|no more than) )(?<![\p{L}\p{N}.])`;

const bedrooms = new RegExp(`${NOT_AT_MOST}${COUNT}${OR_MORE}[ -]{0,2}${BEDS}(?![\\p{L}])`, "iu");
const bathrooms = new RegExp(`${NOT_AT_MOST}${COUNT}${OR_MORE}[ -]{0,2}${BATHS}(?![\\p{L}])`, "iu");

/** The least number of bedrooms that a text asks for: `3 beds`, `3+ br`, `three bedroom`, `2-3 bedrooms`. */
export function askedBedrooms(text: string): number | null {
  const count = countIn(bedrooms, text);
  return count === null ? null : Math.floor(count);
}

/** The least number of bathrooms: `2.5 baths`, `2ba`. */
export function askedBathrooms(text: string): number | null {
  return countIn(bathrooms, text);
}

function countIn(pattern: RegExp, text: string): number | null {
  const word = pattern.exec(text)?.[1]?.toLowerCase();
  if (word === undefined) return null;
  const count = NUMBERS[word] ?? Number(word);
  return count >= 1 && count <= 50 ? count : null;
}
