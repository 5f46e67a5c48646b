import type { FeatureCollection } from "geojson";
import type { LayerSpecification, SourceSpecification, StyleSpecification } from "maplibre-gl";
import { BASE, type BaseMap, baseLayers, baseSource } from "./base-layers.ts";
import type { MapColors } from "./colors.ts";

export const HOMES = "homes";
/** The layers that answer a click. */
export const PRICES = "prices";
export const DOTS = "dots";
export const CLUSTERS = "clusters";
export const CHOSEN = "chosen";

/** From here on tiles have every home (search.md, D24). */
const MAX_TILE_ZOOM = 16;

type StyleParts = {
  /** The address of the homes' tiles. */
  tiles: string;
  /** Addresses of the lines of counties, which are drawn where there is no base map. */
  counties: readonly string[];
  towns: FeatureCollection;
  base: BaseMap | null;
};

/** The map's drawing: land and counties, towns, and the homes of a search. */
export function mapStyle(
  colors: MapColors,
  { tiles, counties, towns, base }: StyleParts,
): StyleSpecification {
  const sources: Record<string, SourceSpecification> = {
    [HOMES]: { type: "vector", tiles: [tiles], minzoom: 0, maxzoom: MAX_TILE_ZOOM },
    towns: { type: "geojson", data: towns },
  };
  if (base) sources[BASE] = baseSource(base);
  const drawn = base ? [] : counties;
  for (const [nth, data] of drawn.entries()) sources[`counties-${nth}`] = { type: "geojson", data };
  return {
    version: 8,
    sources,
    layers: [
      { id: "ground", type: "background", paint: { "background-color": colors.sunken } },
      ...(base ? baseLayers(base, colors) : []),
      ...drawn.flatMap((_, nth) => countyLayers(`counties-${nth}`, colors)),
      townLayer(),
      ...homeLayers(colors),
    ],
  };
}

function countyLayers(source: string, colors: MapColors): LayerSpecification[] {
  return [
    {
      id: `${source}-land`,
      type: "fill",
      source,
      filter: ["==", ["get", "kind"], "land"],
      paint: { "fill-color": colors.surface, "fill-outline-color": colors.line },
    },
    {
      id: `${source}-lines`,
      type: "line",
      source,
      filter: ["==", ["get", "kind"], "county"],
      paint: { "line-color": colors.line, "line-opacity": 0.45, "line-dasharray": [3, 2] },
    },
  ];
}

function townLayer(): LayerSpecification {
  return {
    id: "towns",
    type: "symbol",
    source: "towns",
    layout: {
      "icon-image": ["concat", "town|", ["get", "name"]],
      "icon-offset": [0, 21],
      "icon-padding": 4,
      "symbol-sort-key": ["-", 0, ["get", "count"]],
    },
  };
}

function homeLayers({ brand, raised }: MapColors): LayerSpecification[] {
  const price = ["to-string", ["coalesce", ["get", "price"], ""]] as const;
  return [
    {
      id: DOTS,
      type: "circle",
      source: HOMES,
      "source-layer": "listings",
      paint: {
        "circle-radius": 5,
        "circle-color": brand,
        "circle-stroke-color": raised,
        "circle-stroke-width": 1.5,
      },
    },
    {
      id: CLUSTERS,
      type: "symbol",
      source: HOMES,
      "source-layer": "clusters",
      layout: {
        "icon-image": ["concat", "cluster|", ["to-string", ["get", "count"]]],
        "icon-allow-overlap": true,
        "icon-ignore-placement": false,
      },
    },
    {
      id: PRICES,
      type: "symbol",
      source: HOMES,
      "source-layer": "listings",
      layout: { "icon-image": ["concat", "price|", price], "icon-padding": 1 },
    },
    {
      id: CHOSEN,
      type: "symbol",
      source: HOMES,
      "source-layer": "listings",
      filter: ["==", ["get", "listing_id"], ""],
      layout: { "icon-image": ["concat", "chosen|", price], "icon-allow-overlap": true },
    },
  ] as LayerSpecification[];
}
