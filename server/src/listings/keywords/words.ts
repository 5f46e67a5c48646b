/** A longer word counts by its beginning. */
const MOST_CHARACTERS = 50;
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu;

/**
 * The words of a text, each once (search.md, D06): letters and digits, and apostrophes between them, in lower case. What is stored of a
 * listing and what is looked for are both made here, so that the parsers of databases have no say in it.
 */
export function wordsOf(text: string): string[] {
  const words = text.normalize("NFC").toLowerCase().match(WORD) ?? [];
  return [
    ...new Set(words.map((word) => word.slice(0, MOST_CHARACTERS).replaceAll("’", "'").toWellFormed())),
  ];
}

export type TextsOfListing = { description: string | null; address: string | null; show_address: boolean };

const SEPARATOR = "\u001f";

/** As `listing_words` has them. `toVector` reads it. */
export function storedWords({ description, address, show_address }: TextsOfListing): string {
  return [
    ...wordsOf(description ?? "").map((word) => `d${word}`),
    ...(show_address ? wordsOf(address ?? "").map((word) => `a${word}`) : []),
  ].join(SEPARATOR);
}

/** The SQL expression of the vector that a text of `storedWords` becomes. */
export function toVector(column: string): string {
  return `array_to_tsvector(array_remove(string_to_array(${column}, '${SEPARATOR}'), ''))`;
}

/** A tsquery: every word in one of these fields. */
export function wordsQuery(words: readonly string[], fields: readonly ("a" | "d")[]): string {
  return words
    .map((word) => `(${fields.map((field) => `'${field}${word.replaceAll("'", "''")}'`).join(" | ")})`)
    .join(" & ");
}

/** The words that `storedWords` has stored, of these fields. */
export function wordsIn(stored: string, fields: { description: boolean; address: boolean }): Set<string> {
  const words = new Set<string>();
  for (const word of stored.split(SEPARATOR)) {
    const isShown = word[0] === "d" ? fields.description : fields.address;
    if (word !== "" && isShown) words.add(word.slice(1));
  }
  return words;
}
