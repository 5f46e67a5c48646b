import type { PlaceNames } from "../../fair-housing/index.ts";

/** One criterion of a visitor, stated or inferred. Rejected preferences are not wishes. */
export type Wish = {
  type: "price" | "bedrooms" | "bathrooms" | "locations" | "features" | "property_types";
  /**
   * A city for locations; a key of the vocabulary, or one that the visitor entered, for features and property types.
   */
  key: string;
  /** For display: `Swimming pool`. */
  label: string;
  /** US dollars or rooms; null is an open end. */
  min?: number | null;
  max?: number | null;
  /** 0 to 100; 100 for what the visitor stated or confirmed. */
  confidence: number;
};

/** A dislike: a city, or a key of the vocabulary. */
export type Dislike = { type: Wish["type"]; value: string; confidence: number };

/** Everything that agents are compared with. */
export type MatchCriteria = {
  wishes: readonly Wish[];
  negative: readonly Dislike[];
  /** The visitor's free-form notes. */
  notes: string | null;
  /** Names of the listings' places: one that is a word of a protected class as well is a place ("Boys Town"). */
  places?: PlaceNames;
  /** The usual price of homes of this brokerage in US dollars, where it is known. */
  usualPrice?: number | null;
};
