/** Degrees with five decimals: a meter. */
const DECIMALS = 5;
const BOX = ["min_lat", "max_lat", "min_lng", "max_lng"];
const RADIUS = ["center_lat", "center_lng", "radius_miles"];

type Edges = { getSouth(): number; getNorth(): number; getWest(): number; getEast(): number };

/** The page's search within the map that is shown. Null where the search has an area of its own, which moving the map keeps. */
export function searchOfBounds(search: string, bounds: Edges): string | null {
  const parameters = new URLSearchParams(search);
  if (parameters.has("polygon") || parameters.has("radius_miles")) return null;
  parameters.delete("page");
  const edges = [bounds.getSouth(), bounds.getNorth(), bounds.getWest(), bounds.getEast()];
  for (const [nth, name] of BOX.entries()) {
    const limit = nth < 2 ? 90 : 180;
    const edge = Math.min(limit, Math.max(-limit, edges[nth] as number));
    parameters.set(name, edge.toFixed(DECIMALS));
  }
  return `/homes?${parameters}`;
}

/** The page's search within an area that was drawn, in place of any other area. */
export function searchOfPolygon(search: string, ring: readonly (readonly number[])[]): string {
  const parameters = new URLSearchParams(search);
  for (const name of [...BOX, ...RADIUS, "page"]) parameters.delete(name);
  const corners = ring.map(([lng = 0, lat = 0]) => [
    Number(lng.toFixed(DECIMALS)),
    Number(lat.toFixed(DECIMALS)),
  ]);
  parameters.set("polygon", JSON.stringify({ type: "Polygon", coordinates: [corners] }));
  return `/homes?${parameters}`;
}
