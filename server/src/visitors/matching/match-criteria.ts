/** Something that a visitor looks for, stated or inferred. What they have rejected is no wish. */
export type Wish = {
  type: "price" | "bedrooms" | "bathrooms" | "locations" | "features" | "property_types";
  /** A city for locations, a key of the vocabulary (or of the visitor's own making) for features and property types. */
  key: string;
  /** As people read it: `Swimming pool`. */
  label: string;
  /** US dollars or rooms; null is an open end. */
  min?: number | null;
  max?: number | null;
  /** 0 to 100; 100 is what the visitor has stated or confirmed. */
  confidence: number;
};

/** What they turn away from: a city, or a key of the vocabulary. */
export type Dislike = { type: Wish["type"]; value: string; confidence: number };

/** All that agents are compared with. */
export type MatchCriteria = {
  wishes: readonly Wish[];
  negative: readonly Dislike[];
  /** What the visitor has written in their own words. */
  notes: string | null;
  /** US dollars that homes usually cost here, where it is known. */
  usualPrice?: number | null;
};
