import type { Map as LibreMap } from "maplibre-gl";
import {
  type GeoJSONStoreFeatures,
  TerraDraw,
  TerraDrawPolygonMode,
  ValidateNotSelfIntersecting,
} from "terra-draw";
import { TerraDrawMapLibreGLAdapter } from "terra-draw-maplibre-gl-adapter";
import { readColors } from "./colors.ts";

export type Drawing = { stop(): void };

/** Lets the visitor draw an area, corner by corner. A ring that crosses itself cannot be finished. */
export function drawArea(map: LibreMap, done: (ring: number[][]) => void): Drawing {
  const brand = hex(readColors().brand);
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 6 }),
    modes: [
      new TerraDrawPolygonMode({
        validation: finishedOnly,
        styles: {
          fillColor: brand,
          outlineColor: brand,
          closingPointColor: brand,
          fillOpacity: 0.15,
          outlineWidth: 3,
        },
      }),
    ],
  });
  draw.start();
  draw.setMode("polygon");
  draw.on("finish", (id) => {
    const drawn = draw.getSnapshotFeature(id);
    if (drawn?.geometry.type === "Polygon") done(drawn.geometry.coordinates[0] as number[][]);
  });
  return { stop: () => draw.stop() };
}

/** Sides may cross while corners are still being added. */
const finishedOnly = (feature: GeoJSONStoreFeatures, { updateType }: { updateType: string }) =>
  updateType === "finish" || updateType === "commit" ? ValidateNotSelfIntersecting(feature) : { valid: true };

/** `rgb(1, 2, 3)` as `#010203`. */
function hex(rgb: string): `#${string}` {
  const parts = rgb.match(/\d+/g) ?? [];
  return `#${parts
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, "0"))
    .join("")}`;
}
