import { AREAS, boxParameters, DEGREE_DECIMALS } from "../../../shared/search-area.ts";

type Edges = { getSouth(): number; getNorth(): number; getWest(): number; getEast(): number };

/** The page's search within the map that is shown. Null where the search has an area of its own, which moving the map keeps. */
export function searchOfBounds(search: string, bounds: Edges): string | null {
  const parameters = new URLSearchParams(search);
  if (parameters.has("polygon") || parameters.has("radius_miles")) return null;
  parameters.delete("page");
  const box = {
    min_lat: bounds.getSouth(),
    max_lat: bounds.getNorth(),
    min_lng: bounds.getWest(),
    max_lng: bounds.getEast(),
  };
  for (const [name, edge] of boxParameters(box)) parameters.set(name, edge);
  return `/homes?${parameters}`;
}

/** The page's search within an area that was drawn, in place of any other area. */
export function searchOfPolygon(search: string, ring: readonly (readonly number[])[]): string {
  const parameters = new URLSearchParams(search);
  for (const name of [...AREAS, "page"]) parameters.delete(name);
  const corners = ring.map(([lng = 0, lat = 0]) => [
    Number(lng.toFixed(DEGREE_DECIMALS)),
    Number(lat.toFixed(DEGREE_DECIMALS)),
  ]);
  parameters.set("polygon", JSON.stringify({ type: "Polygon", coordinates: [corners] }));
  return `/homes?${parameters}`;
}
