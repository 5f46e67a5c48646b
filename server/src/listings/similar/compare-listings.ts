import { milesBetween } from "../distance.ts";

/** What likeness is counted of. NaN where it is not known, or not shown. */
export type Likeness = {
  city: number;
  lat: number;
  lng: number;
  price: number;
  sqft: number;
  beds: number;
  baths: number;
};

export const MILES_AROUND = 15;

/** They add up to 1. */
const SHARES = { price: 0.35, size: 0.2, rooms: 0.15, place: 0.15 };
export const SHARE_OF_FEATURES = 0.15;

/** How alike two listings are without their features: from 0 to `1 - SHARE_OF_FEATURES`. */
export function likenessOf(one: Likeness, other: Likeness): number {
  const rooms = (stepsApart(one.beds, other.beds) + stepsApart(one.baths, other.baths)) / 2;
  return (
    SHARES.price * ratioOf(one.price, other.price) +
    SHARES.size * ratioOf(one.sqft, other.sqft) +
    SHARES.rooms * rooms +
    SHARES.place * nearness(one, other)
  );
}

/** The reasons in plain words; `features` are those that both have. */
export function reasonsOf(
  one: Likeness,
  other: Likeness,
  isSameCity: boolean,
  features: readonly string[],
): string[] {
  const reasons: string[] = [];
  if (isSameCity) reasons.push("same city");
  const miles = milesBetween(one.lat, one.lng, other.lat, other.lng);
  if (miles <= MILES_AROUND)
    reasons.push(`within ${Math.max(1, Math.ceil(miles))} miles`.replace(/\b1 miles/, "1 mile"));
  const price = percentOf(one.price, other.price);
  if (price) reasons.push(`price within ${price} %`);
  const size = percentOf(one.sqft, other.sqft);
  if (size) reasons.push(`size within ${size} %`);
  if (one.beds === other.beds) reasons.push("same number of bedrooms");
  if (features.length > 0) reasons.push(`both have: ${features.join(", ")}`);
  return reasons;
}

/** 1 when equal, 0 from twice as much on, or when one is not known. */
function ratioOf(one: number, other: number): number {
  if (!(one > 0 && other > 0)) return 0;
  return Math.max(0, 1 - Math.abs(Math.log2(one / other)));
}

function stepsApart(one: number, other: number): number {
  const apart = Math.abs(one - other);
  return Number.isNaN(apart) ? 0 : Math.max(0, 1 - apart / 3);
}

function nearness(one: Likeness, other: Likeness): number {
  const miles = milesBetween(one.lat, one.lng, other.lat, other.lng);
  if (Number.isNaN(miles)) return one.city === other.city ? 0.5 : 0;
  return Math.max(0, 1 - miles / MILES_AROUND);
}

const STEPS = [5, 10, 20];

/** The least step that holds the difference; null beyond the last. */
function percentOf(one: number, other: number): number | null {
  if (!(one > 0)) return null;
  const percent = (Math.abs(other - one) / one) * 100;
  return STEPS.find((step) => percent <= step) ?? null;
}
