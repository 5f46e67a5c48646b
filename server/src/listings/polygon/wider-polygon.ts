import { makeArea, type PolygonArea, type Ring } from "./polygon-area.ts";

/** The area scaled about the middle of its bounds, as far as there are degrees. */
export function widerPolygon({ parts, bounds, points }: PolygonArea, factor: number): PolygonArea {
  const lng = (bounds.minLng + bounds.maxLng) / 2;
  const lat = (bounds.minLat + bounds.maxLat) / 2;
  const wider = ({ lngs, lats }: Ring): Ring => ({
    lngs: lngs.map((each) => within(180, lng + (each - lng) * factor)),
    lats: lats.map((each) => within(90, lat + (each - lat) * factor)),
  });
  return makeArea(
    parts.map(({ outer, holes }) => ({ outer: wider(outer), holes: holes.map(wider) })),
    points,
  );
}

function within(limit: number, degrees: number): number {
  return Math.min(limit, Math.max(-limit, degrees));
}
