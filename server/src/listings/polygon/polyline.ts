import polylineCodec from "@googlemaps/polyline-codec";
import { PolygonError } from "./polygon-area.ts";
import { type Position, requirePoints, type WrittenRing } from "./written-rings.ts";

const PRECISION = 5;
/** Characters from here on are followed by others of the same number. */
const CONTINUED = "_".charCodeAt(0);
/** Of a step of 360 degrees, the longest there is. */
const MAX_CHARACTERS = 6;

/** The ring of an encoded polyline. The library decodes any text to some points, so the text is checked here. */
export function readPolyline(text: string): WrittenRing[][] {
  requirePoints(countNumbers(text) / 2 - 1);
  const positions = polylineCodec.decode(text, PRECISION).map(([lat, lng]): Position => [lng, lat]);
  const [first, last] = [positions[0] as Position, positions.at(-1) as Position];
  if (first[0] !== last[0] || first[1] !== last[1]) positions.push(first);
  return [[{ name: "the polyline", positions }]];
}

function countNumbers(text: string): number {
  const foreign = /[^?-~]/.exec(text);
  if (foreign) throw neither(`it is not JSON, and no polyline has its character ${foreign.index + 1}`);
  let count = 0;
  let start = 0;
  for (let at = 0; at < text.length && at - start < MAX_CHARACTERS; at++) {
    if (text.charCodeAt(at) >= CONTINUED) continue;
    count++;
    start = at + 1;
  }
  if (start < text.length) throw neither(`no number of a polyline begins at its character ${start + 1}`);
  if (count % 2 === 1) throw neither("it is a polyline that ends after a latitude");
  return count;
}

function neither(cause: string): PolygonError {
  return new PolygonError(
    `must be a GeoJSON Polygon or MultiPolygon, or an encoded polyline with precision 5: ${cause}`,
  );
}
