/*
 * What search.md says of alerts, written from its text alone: who gets which mail and which push at which moment, and what is in it.
 */

export type Kind = "new" | "price_drop" | "back_on_market" | "status";
export type Frequency = "instant" | "daily" | "weekly" | "off";
export type Channel = "email" | "push";
export type Cadence = "instant" | "scheduled";
/** `Closed`: sold, which is public, but not on the market. The last two are never public. */
export type Status = "Active" | "Pending" | "Active Under Contract" | "Closed" | "Withdrawn" | "Incomplete";

/** How a client wants to hear: of a search, or of all favorites. */
export type Wish = { frequency: Frequency; channels: readonly Channel[]; isPaused: boolean };

export type OracleSearch = Wish & {
  id: number;
  city: string;
  minPrice: number;
  maxPrice: number;
  minBeds: number;
  events: Kind[];
};

/** A listing as its source has it. `home`: its parcel. */
export type OracleListing = {
  id: string;
  source: string;
  home: string;
  city: string;
  price: number;
  beds: number;
  status: Status;
};

/** `sources`: those that it shows. */
export type OracleBrokerage = { sources: Set<string>; zone: string };

/** What waits to be told by a channel. */
export type OracleEvent = {
  channel: Channel;
  listing: string;
  kinds: Set<Kind>;
  searches: OracleSearch[];
  ofFavorite: boolean;
  /** The price before a drop that is told. */
  from: number | null;
  toStatus: Status;
  readyAt: number;
  cadence: Cadence;
  dueAt: number;
};

export type OraclePerson = {
  email: string;
  brokerage: OracleBrokerage;
  /** Null: that of the brokerage. */
  zone: string | null;
  searches: OracleSearch[];
  favorites: Set<string>;
  favoritesWish: Wish;
  mayBeMailed: boolean;
  /** The first alert since the last sign of life. */
  unansweredSince: number | null;
  isSlowed: boolean;
  /** Whether a mail has said that alerts are weekly. */
  weeklyMentioned: boolean;
  /** Mails that ask whether alerts are still wanted, and have not arrived yet. */
  questions: number;
  instants: Record<Channel, number[]>;
  pending: OracleEvent[];
};

/** What a mail or a push must tell. */
export type Report = {
  homes: Map<string, { reasons: string[]; price: number }>;
  /** For which searches it is, and whether for favorites. */
  searches: Set<OracleSearch>;
  hasFavorites: boolean;
  mentionsWeekly: boolean;
};

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;
