/** Mean radius of the earth. Distances are great-circle miles. */
export const EARTH_RADIUS_MILES = 3958.8;

const RADIANS = Math.PI / 180;

/** Great-circle distance in miles (haversine). */
export function milesBetween(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const sinLat = Math.sin(((lat2 - lat1) * RADIANS) / 2);
  const sinLng = Math.sin(((lng2 - lng1) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The smallest box of degrees that holds every point within `miles` of a centre. */
export function boxAround(lat: number, lng: number, miles: number): Box {
  const angle = miles / EARTH_RADIUS_MILES;
  // Rounding must not put a point on the edge outside.
  const latReach = angle / RADIANS + 1e-9;
  const minLat = lat - latReach;
  const maxLat = lat + latReach;
  const sinReach = Math.sin(angle) / Math.cos(lat * RADIANS);
  const reachesPole = minLat <= -90 || maxLat >= 90 || sinReach >= 1;
  const lngReach = reachesPole ? 180 : Math.asin(sinReach) / RADIANS + 1e-9;
  const crossesDateLine = lng - lngReach < -180 || lng + lngReach > 180;
  if (reachesPole || crossesDateLine) return { minLat, maxLat, minLng: -180, maxLng: 180 };
  return { minLat, maxLat, minLng: lng - lngReach, maxLng: lng + lngReach };
}

export type Box = { minLat: number; maxLat: number; minLng: number; maxLng: number };

/** As the API shows it: hundredths of a mile. Lists are sorted by what they show, so that ties look like ties. */
export function roundedMiles(miles: number): number {
  return Math.round(miles * 100) / 100;
}

/** Where a listing whose address is hidden is shown and found: 0.01 degrees, about half a mile. */
export function hiddenPosition(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
