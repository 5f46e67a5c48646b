/** A feature of a home: how it is called, how many homes have it, and the words that name it. */
export type FeatureWords = {
  /** As people are shown it. */
  label: string;
  /** The share of homes for sale that have it, 0 to 1: what nearly every home has tells nothing of a taste. */
  usual: number;
  /** Phrases, compared by stems; the longest one at a place counts. */
  words: string;
  /** Entries of a feed's list that mean it when they stand alone, and would not in a sentence. */
  entries?: string;
};

/** A row of the vocabulary. */
export const feature = (label: string, usual: number, words: string, entries?: string): FeatureWords => ({
  label,
  usual,
  words,
  ...(entries !== undefined && { entries }),
});
