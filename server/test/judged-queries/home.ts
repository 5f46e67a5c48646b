/** What a listing is, in words that a judge asks in; the feeds' words for it are folded. */
export type Kind =
  | "house"
  | "condo"
  | "townhouse"
  | "manufactured"
  | "income"
  | "lot"
  | "acreage"
  | "farm"
  | "shop"
  | "office"
  | "warehouse";

/**
 * The facts of a listing, by which answers are judged: what was generated, or sold, before a sentence was written about it.
 * Numbers that it does not have are 0.
 */
export type Home = {
  id: string;
  kind: Kind;
  price: number;
  beds: number;
  baths: number;
  sqft: number;
  acres: number;
  year: number;
  stories: number;
  garage: number;
  units: number;
  city: string;
  county: string;
  zip: string;
  /** RESO words, such as `RV Access/Parking`. */
  features: ReadonlySet<string>;
  /** What its walls are of. */
  walls: string;
  /** The demo's homes have pictures with known traits. */
  style: string;
  cabinets: string;
  /** King County's own marks: condition 1 to 5, grade of construction 1 to 13, view 0 to 4. 0 elsewhere. */
  condition: number;
  grade: number;
  view: number;
  renovated: number;
};

/** 3: all that was asked. 2: nearly. 1: partly. 0: not. */
export type Grade = 0 | 1 | 2 | 3;

/** How far a home has one thing that was asked for. */
export type Want = (home: Home) => Grade;

export type JudgedQuery = {
  query: string;
  subject: string;
  split: "tuned" | "held-out";
  judge: Want;
  /** The reason for the judgement. */
  why: string;
};
