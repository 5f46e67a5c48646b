import type { ComponentChildren } from "preact";
import { useVisit } from "../frame/visit-context.ts";
import { Icon } from "../icons/icon.tsx";
import type { MapProps } from "../islands/map/map-props.ts";
import { mapTexts } from "../texts/map.ts";

/** The canvas of a map, hidden from screen readers (W33), its buttons, and what it says and must name. `children` are buttons, too. */
export function MapFrame({ children }: { children?: ComponentChildren }) {
  return (
    <>
      <div class="map-canvas" aria-hidden="true" data-canvas />
      <div class="map-controls" data-controls hidden>
        <button type="button" class="map-button" data-zoom="in" aria-label={mapTexts.zoomIn}>
          <Icon name="plus" />
        </button>
        <button type="button" class="map-button" data-zoom="out" aria-label={mapTexts.zoomOut}>
          <Icon name="minus" />
        </button>
        {children}
      </div>
      <p class="map-hint" role="status" data-hint />
      <p class="map-attribution" data-attribution />
    </>
  );
}

/** What a map's script needs to know. @param states whose counties are drawn where there is no base map. */
export function useMapProps(states: readonly string[]): MapProps {
  const { assets, site, hasBaseMap } = useVisit();
  const { map_center_lat: lat, map_center_lng: lng } = site;
  const counties = states.flatMap((state) => assets[`counties-${state.toLowerCase()}.json`] ?? []);
  return {
    module: assets["maplibre-gl.mjs"] ?? "",
    worker: assets["maplibre-gl-worker.mjs"] ?? "",
    stylesheet: assets["maplibre-gl.css"] ?? "",
    counties,
    hasBaseMap,
    center: lat !== null && lng !== null ? [lng, lat] : null,
  };
}
