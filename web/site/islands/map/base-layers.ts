import type { LayerSpecification, SourceSpecification } from "maplibre-gl";
import type { MapColors } from "./colors.ts";

export const BASE = "base";

/** What `/map/base` says. */
export type BaseMap = {
  kind: "vector" | "raster";
  minzoom: number;
  maxzoom: number;
  bounds: [number, number, number, number];
  attribution: string;
};

/** The base map of the server; null when it cannot be loaded: counties are drawn instead. */
export async function loadBaseMap(): Promise<BaseMap | null> {
  const reply = await fetch("/map/base").catch(() => null);
  return reply?.ok ? ((await reply.json()) as BaseMap) : null;
}

export function baseSource({ kind, minzoom, maxzoom, bounds }: BaseMap): SourceSpecification {
  const tiles = [`${location.origin}/map/base/{z}/{x}/{y}`];
  return {
    type: kind,
    tiles,
    minzoom,
    maxzoom,
    bounds,
    ...(kind === "raster" && { tileSize: 256 }),
  } as SourceSpecification;
}

/** Layers of Protomaps' basemap, without its names, which need glyph files: towns are labelled by our own. */
export function baseLayers({ kind }: BaseMap, colors: MapColors): LayerSpecification[] {
  if (kind === "raster") return [{ id: BASE, type: "raster", source: BASE }];
  const line = (id: string, layer: string, width: number, more: object): LayerSpecification =>
    ({
      id: `${BASE}-${id}`,
      type: "line",
      source: BASE,
      "source-layer": layer,
      paint: {
        "line-color": colors.line,
        "line-width": ["interpolate", ["exponential", 1.6], ["zoom"], 8, width / 3, 16, width * 3],
      },
      ...more,
    }) as LayerSpecification;
  const fill = (id: string, color: string, more: object = {}): LayerSpecification =>
    ({
      id: `${BASE}-${id}`,
      type: "fill",
      source: BASE,
      "source-layer": id,
      paint: { "fill-color": color },
      ...more,
    }) as LayerSpecification;
  const kinds = (...names: string[]) => ({ filter: ["in", ["get", "kind"], ["literal", names]] });
  return [
    fill("earth", colors.surface),
    fill(
      "landuse",
      colors.sunken,
      kinds("park", "forest", "wood", "nature_reserve", "golf_course", "cemetery"),
    ),
    fill("water", colors.soft),
    fill("buildings", colors.sunken, { minzoom: 14 }),
    line("minor", "roads", 1, { minzoom: 12, ...kinds("minor_road", "other", "path") }),
    line("major", "roads", 2, { minzoom: 7, ...kinds("major_road") }),
    line("highway", "roads", 3, kinds("highway")),
    line("boundaries", "boundaries", 1, {}),
  ];
}
