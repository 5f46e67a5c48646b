import { type Box, boxAround, EARTH_RADIUS_MILES, milesBetween } from "../distance.ts";

/** How a page's box lies to a region. */
export const OUTSIDE = 0;
export const CROSSING = 1;
export const INSIDE = 2;

/** An area that a query searches. */
export type Region = {
  /** Holds all of the region; pages outside it are not looked at. */
  bounds: Box;
  /** Of a box of degrees that touches `bounds`. CROSSING is always a right answer. */
  classify(minLat: number, maxLat: number, minLng: number, maxLng: number): number;
  contains(lat: number, lng: number): boolean;
};

export function boxRegion(box: Box): Region {
  const { minLat, maxLat, minLng, maxLng } = box;
  return {
    bounds: box,
    classify: (south, north, west, east) =>
      south >= minLat && north <= maxLat && west >= minLng && east <= maxLng ? INSIDE : CROSSING,
    contains: (lat, lng) => lat >= minLat && lat <= maxLat && lng >= minLng && lng <= maxLng,
  };
}

/** What lies in both. */
export function bothRegions(one: Region, other: Region): Region {
  return {
    bounds: intersection(one.bounds, other.bounds),
    classify(minLat, maxLat, minLng, maxLng) {
      const first = one.classify(minLat, maxLat, minLng, maxLng);
      if (first === OUTSIDE) return OUTSIDE;
      const second = other.classify(minLat, maxLat, minLng, maxLng);
      if (second === OUTSIDE) return OUTSIDE;
      return first === INSIDE && second === INSIDE ? INSIDE : CROSSING;
    },
    contains: (lat, lng) => one.contains(lat, lng) && other.contains(lat, lng),
  };
}

/** Of two boxes that have nothing in common it is empty: a least value is above the greatest one. */
function intersection(one: Box, other: Box): Box {
  return {
    minLat: Math.max(one.minLat, other.minLat),
    maxLat: Math.min(one.maxLat, other.maxLat),
    minLng: Math.max(one.minLng, other.minLng),
    maxLng: Math.min(one.maxLng, other.maxLng),
  };
}

const RADIANS = Math.PI / 180;
/** More than rounding can amount to, in miles. */
const TOLERANCE = 1e-6;

export function circleRegion(center: { lat: number; lng: number }, miles: number): Region {
  const { lat, lng } = center;
  const { squaredHalfChord, within, beyond } = chordTest(center, miles);
  return {
    bounds: boxAround(lat, lng, miles),
    classify: (south, north, west, east) => {
      const { nearest, farthest } = distanceBounds(center, south, north, west, east);
      if (nearest > miles) return OUTSIDE;
      return farthest <= miles ? INSIDE : CROSSING;
    },
    contains: (otherLat, otherLng) => {
      const chord = squaredHalfChord(otherLat, otherLng);
      if (chord <= within) return true;
      if (chord > beyond) return false;
      return milesBetween(lat, lng, otherLat, otherLng) <= miles;
    },
  };
}

/** Bounds of the distance from a point to every point of a box, by the triangle inequality. */
export function distanceBounds(
  point: { lat: number; lng: number },
  south: number,
  north: number,
  west: number,
  east: number,
): { nearest: number; farthest: number } {
  const lat = (south + north) / 2;
  const lng = (west + east) / 2;
  // A path that is straight in degrees is no shorter than the great circle; degrees of longitude are longest nearest the equator.
  const widest =
    south <= 0 && north >= 0 ? 1 : Math.cos(Math.min(Math.abs(south), Math.abs(north)) * RADIANS);
  const up = (north - south) / 2;
  const across = ((east - west) / 2) * widest;
  const reach = Math.sqrt(up * up + across * across) * RADIANS * EARTH_RADIUS_MILES + TOLERANCE;
  const distance = milesBetween(point.lat, point.lng, lat, lng);
  return { nearest: Math.max(0, distance - reach), farthest: distance + reach };
}

/** Up to here the sines of small angles are taken from their series. */
const SMALL_ANGLE = 0.05;
/** The cosine of latitudes from which on the error of its series may matter. */
const NEAR_POLE = 0.01;
/** Relative error of the series, many times over. */
const SERIES_ERROR = 1e-6;

/**
 * Decides most points of a small circle without trigonometric functions: by the square of half the chord, from the series of the
 * sine. Points within a millionth of the edge are left to the exact distance.
 */
function chordTest({ lat, lng }: { lat: number; lng: number }, miles: number) {
  const half = Math.sin(miles / EARTH_RADIUS_MILES / 2);
  const within = half * half * (1 - SERIES_ERROR);
  const beyond = half * half * (1 + SERIES_ERROR);
  const cosLat = Math.cos(lat * RADIANS);
  const sinLat = Math.sin(lat * RADIANS);
  // NaN, which no comparison matches, where the series does not hold.
  const squaredHalfChord = (otherLat: number, otherLng: number): number => {
    const halfLat = (otherLat - lat) * (RADIANS / 2);
    const halfLng = (otherLng - lng) * (RADIANS / 2);
    if (Math.abs(halfLat) > SMALL_ANGLE || Math.abs(halfLng) > SMALL_ANGLE) return Number.NaN;
    const sineLat = halfLat * (1 - (halfLat * halfLat) / 6);
    const sineLng = halfLng * (1 - (halfLng * halfLng) / 6);
    // cos(lat + 2 halfLat)
    const turn = 2 * halfLat;
    const square = turn * turn;
    const cosOther =
      cosLat * (1 - (square / 2) * (1 - (square / 12) * (1 - square / 30))) -
      sinLat * turn * (1 - (square / 6) * (1 - square / 20));
    if (cosOther < NEAR_POLE) return Number.NaN;
    return sineLat * sineLat + cosLat * cosOther * sineLng * sineLng;
  };
  return { squaredHalfChord, within, beyond };
}
