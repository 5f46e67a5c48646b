import { LRUCache } from "lru-cache";
import { readGeoJson } from "./geojson.ts";
import { type PolygonArea, PolygonError } from "./polygon-area.ts";
import { readPolyline } from "./polyline.ts";
import { areaOf } from "./written-rings.ts";

/** The areas drawn last, with what searches have prepared of them: some megabytes each at most. */
const AREAS_KEPT = 32;
const CHARACTERS_KEPT = 2_000_000;
const kept = new LRUCache<string, PolygonArea>({
  max: AREAS_KEPT,
  maxSize: CHARACTERS_KEPT,
  sizeCalculation: (_, text) => text.length,
});

const DEFAULT_FIELD = ["polygon"];

/**
 * Text that is JSON is GeoJSON, all other text an encoded polyline with precision 5, which closes itself (search.md of the design: D12).
 *
 * @param field see PolygonArea.
 * @throws PolygonError
 */
export function parsePolygon(text: string, field: readonly string[] = DEFAULT_FIELD): PolygonArea {
  const key = `${field.join(".")} ${text}`;
  const known = kept.get(key);
  if (known) return known;
  if (text.trim() === "") throw new PolygonError("must not be empty");
  const json = parseJson(text);
  const area = areaOf(json === undefined ? readPolyline(text) : readGeoJson(json), field);
  kept.set(key, area);
  return area;
}

/**
 * The same of a value in a JSON body, which may be GeoJSON itself or its text.
 *
 * @throws PolygonError
 */
export function polygonOf(value: unknown, field: readonly string[] = DEFAULT_FIELD): PolygonArea {
  return parsePolygon(typeof value === "string" ? value : JSON.stringify(value), field);
}

/** undefined: it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
