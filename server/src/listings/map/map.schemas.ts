import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { BrokerageParameter, Nullable } from "../../platform/http/list-envelope.ts";
import { filterParameters } from "../filters/filter-fields.ts";
import { ListingItem } from "../listings.schemas.ts";

const MAX_ZOOM = 22;

const edge = (limit: 90 | 180, description: string) =>
  Type.Number({ minimum: -limit, maximum: limit, description });

/** search.md, D23. */
export const MapClustersQuery = Type.Object({
  ...BrokerageParameter,
  ...filterParameters,
  min_lat: edge(90, "South edge of the map that is shown"),
  max_lat: edge(90, "North edge of the map that is shown"),
  min_lng: edge(180, "West edge of the map that is shown"),
  max_lng: edge(180, "East edge of the map that is shown"),
  zoom: Type.Number({
    minimum: 0,
    maximum: MAX_ZOOM,
    description: "Of the map that is shown, whose tiles are 256 pixels wide; fractions are rounded down",
  }),
});
export type MapClustersQuery = Static<typeof MapClustersQuery>;

const Cluster = Component("MapCluster", {
  lat: Type.Number({ description: "The mean of its listings' positions, degrees north" }),
  lng: Type.Number({ description: "The same, degrees east" }),
  count: Type.Integer({ minimum: 4, description: "Its listings" }),
  min_price: Nullable(
    Type.Number({ description: "US dollars; null when no price of its listings is shown" }),
  ),
  max_price: Nullable(Type.Number({ description: "US dollars" })),
  bounds: Component(
    "MapBounds",
    {
      min_lat: Type.Number({ description: "South edge" }),
      max_lat: Type.Number({ description: "North edge" }),
      min_lng: Type.Number({ description: "West edge" }),
      max_lng: Type.Number({ description: "East edge" }),
    },
    {
      description:
        "The smallest box around its listings: as the box of `GET /api/properties` with the same filters it finds these listings",
    },
  ),
});

export const MapClusters = Component("MapClusters", {
  total: Type.Integer({ minimum: 0, description: "Listings in the map that is shown" }),
  clusters: Type.Array(Cluster, { description: "At most 500 together with `listings`" }),
  listings: Type.Array(ListingItem, { description: "Those that are in no cluster" }),
});

/** search.md, D24. */
export const MapTileParams = Type.Object({
  z: Type.Integer({ minimum: 0, maximum: MAX_ZOOM, description: "Zoom" }),
  x: Type.Integer({ minimum: 0, description: "Column, from the west" }),
  y: Type.Integer({ minimum: 0, description: "Row, from the north" }),
});

export const MapTileQuery = Type.Object({ ...BrokerageParameter, ...filterParameters });
export type MapTileQuery = Static<typeof MapTileQuery> & Static<typeof MapTileParams>;

export const MAP_TILE = "application/vnd.mapbox-vector-tile";
export const MapTile = Type.String({ contentMediaType: MAP_TILE });
