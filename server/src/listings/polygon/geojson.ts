import { PolygonError } from "./polygon-area.ts";
import { type Position, requirePoints, type WrittenRing } from "./written-rings.ts";

/** The rings of a GeoJSON Polygon or MultiPolygon, or of a Feature around one. Altitudes are ignored. */
export function readGeoJson(value: unknown): WrittenRing[][] {
  const geometry = isObject(value) && value.type === "Feature" ? value.geometry : value;
  if (!isObject(geometry)) throw wrongType("it is not an object with a type and coordinates");
  const { type, coordinates } = geometry;
  if (type === "Polygon") return [ringsOf(coordinates, "")];
  if (type === "MultiPolygon") {
    const parts = list(coordinates, "the coordinates must be a list of parts");
    requirePoints(parts.length);
    return parts.map((part, nth) => ringsOf(part, ` of part ${nth + 1}`));
  }
  throw wrongType(
    typeof type === "string" ? `its type is ${JSON.stringify(type.slice(0, 30))}` : "it has no type",
  );
}

function ringsOf(rings: unknown, ofPart: string): WrittenRing[] {
  const found = list(rings, `the coordinates${ofPart} must be a list of rings`);
  requirePoints(found.length);
  return found.map((positions, nth) => {
    const name = `${nth === 0 ? "the outer ring" : `hole ${nth}`}${ofPart}`;
    return { name, positions: positionsOf(positions, name) };
  });
}

function positionsOf(positions: unknown, name: string): Position[] {
  const found = list(positions, `${name} must be a list of positions`);
  requirePoints(found.length - 1);
  return found.map((position, nth) => {
    if (isPosition(position)) return [position[0], position[1]];
    throw new PolygonError(
      `must have positions of two numbers, [lng, lat]: position ${nth + 1} of ${name} is not`,
    );
  });
}

/** A third number is the altitude. */
function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.length >= 2 && value.every((each) => typeof each === "number");
}

function list(value: unknown, requirement: string): unknown[] {
  if (!Array.isArray(value)) throw wrongType(requirement);
  if (value.length === 0) throw wrongType(`${requirement}, and must not be empty`);
  return value;
}

function wrongType(cause: string): PolygonError {
  return new PolygonError(`must be a GeoJSON Polygon or MultiPolygon, or an encoded polyline: ${cause}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
