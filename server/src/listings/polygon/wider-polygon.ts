import { makeArea, makeRing, type PolygonArea, type Ring } from "./polygon-area.ts";

/**
 * The area scaled about the middle of its bounds, as far as there are degrees. A ring that touches itself may cross itself by what is
 * rounded, which changes nothing for the points inside.
 */
export function widerPolygon({ parts, bounds, points, field }: PolygonArea, factor: number): PolygonArea {
  const middleLng = (bounds.minLng + bounds.maxLng) / 2;
  const middleLat = (bounds.minLat + bounds.maxLat) / 2;
  const wider = ({ lngs, lats }: Ring): Ring =>
    makeRing(
      Array.from(lngs, (lng, nth) => [
        within(180, middleLng + (lng - middleLng) * factor),
        within(90, middleLat + ((lats[nth] as number) - middleLat) * factor),
      ]),
    );
  const widerParts = parts.map(({ outer, holes }) => ({
    outer: wider(outer),
    holes: holes.map(wider).filter(({ lngs }) => lngs.length > 2),
  }));
  return makeArea(
    widerParts.filter(({ outer }) => outer.lngs.length > 2),
    { points, field },
  );
}

function within(limit: number, degrees: number): number {
  return Math.min(limit, Math.max(-limit, degrees));
}
