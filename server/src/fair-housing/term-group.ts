/** Classes that federal and state fair housing laws protect, under their API names (docs/fair-housing.md). */
export const protectedCategories = [
  "race",
  "color",
  "religion",
  "national_origin",
  "sex",
  "familial_status",
  "disability",
  "age",
  "marital_status",
  "sexual_orientation",
  "gender_identity",
  "source_of_income",
] as const;
export type ProtectedCategory = (typeof protectedCategories)[number];

/**
 * Where an ambiguous word is a term. `people`: before a word for people or for where they live ("white neighbors"); `persons`:
 * before a word for people only ("older couple"); `nearby`: as something that homes are near to ("near the temple"); `alone`: at
 * the end of its phrase ("for single"); `origin`: as what people come from ("neighbors from China"); `ages`: unless a building is that old ("homes age 5 to 10").
 */
export type Occurrence = "people" | "persons" | "nearby" | "alone" | "origin" | "ages";

/**
 * Terms of one category with the same neutral wish.
 *
 * `words` are comma-separated phrases in the singular, which match the plural too. A word that begins with `=` matches
 * only as it is written (`=whites`), and `#` matches any number in digits or words.
 */
export type TermGroup = {
  category: ProtectedCategory;
  /** What may be searched for instead; null without a neutral wish. */
  instead: string | null;
  /** Where a word that has another meaning as well is a protected term; everywhere without it. */
  when?: Occurrence;
  words: string;
};

/** Neutral wishes that several groups share. */
export const wishes = {
  namedPlace: "near a named place or an address",
  spaceToPlay: "a fenced yard, a bonus room, a park nearby",
  accessible: "wheelchair accessible, no stairs, single level",
  lowMaintenance: "low maintenance, single level",
} as const;
