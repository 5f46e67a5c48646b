import { readGeoJson } from "./geojson.ts";
import { type PolygonArea, PolygonError } from "./polygon-area.ts";
import { readPolyline } from "./polyline.ts";
import { areaOf } from "./written-rings.ts";

/**
 * Text that is JSON is GeoJSON, all other text an encoded polyline with precision 5, which closes itself (decisions.md: D12).
 *
 * @throws PolygonError
 */
export function parsePolygon(text: string): PolygonArea {
  if (text.trim() === "") throw new PolygonError("must not be empty");
  const json = parseJson(text);
  return areaOf(json === undefined ? readPolyline(text) : readGeoJson(json));
}

/**
 * The same of a value in a JSON body, which may be GeoJSON itself or its text.
 *
 * @throws PolygonError
 */
export function polygonOf(value: unknown): PolygonArea {
  return typeof value === "string" ? parsePolygon(value) : areaOf(readGeoJson(value));
}

/** undefined: it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
