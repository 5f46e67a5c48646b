/** A feature of a home: its label, its frequency and the words that name it. */
export type FeatureWords = {
  /** The label for display. */
  label: string;
  /**
   * The share of homes for sale that have it, 0 to 1. A feature of nearly every home is no evidence of a preference.
   */
  usual: number;
  /** Phrases, compared by stems; the longest match at a position applies. */
  words: string;
  /** Entries of a feed's list that name it, but would not in a sentence. */
  entries?: string;
};

/** A row of the vocabulary. */
export const feature = (label: string, usual: number, words: string, entries?: string): FeatureWords => ({
  label,
  usual,
  words,
  ...(entries !== undefined && { entries }),
});
