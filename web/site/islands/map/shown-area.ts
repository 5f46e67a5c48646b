import type { FeatureCollection, Geometry } from "geojson";
import type { GeoJSONSource, Map as LibreMap } from "maplibre-gl";
import type { MapColors } from "./colors.ts";

const AREA = "area";

/** Shows the drawn area of the page's search. An encoded polyline is left to the list's chip. */
export function showArea(map: LibreMap, search: string, { brand }: MapColors): void {
  const data = areaOf(search);
  const source = map.getSource<GeoJSONSource>(AREA);
  if (source) return void source.setData(data);
  map.addSource(AREA, { type: "geojson", data });
  map.addLayer({
    id: `${AREA}-fill`,
    type: "fill",
    source: AREA,
    paint: { "fill-color": brand, "fill-opacity": 0.08 },
  });
  map.addLayer({
    id: `${AREA}-line`,
    type: "line",
    source: AREA,
    paint: { "line-color": brand, "line-width": 2.5 },
  });
}

function areaOf(search: string): FeatureCollection {
  const text = new URLSearchParams(search).get("polygon") ?? "";
  try {
    const geometry = JSON.parse(text) as Geometry;
    return { type: "FeatureCollection", features: [{ type: "Feature", properties: {}, geometry }] };
  } catch {
    return { type: "FeatureCollection", features: [] };
  }
}
