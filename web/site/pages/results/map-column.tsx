import { useVisit } from "../../frame/visit-context.ts";
import { Icon } from "../../icons/icon.tsx";
import type { MapProps } from "../../islands/map/map-props.ts";
import type { Town } from "../../site-data.ts";
import { mapTexts } from "../../texts/map.ts";

/** States whose counties a map loads: those with the most homes. */
const MOST_STATES = 4;

/**
 * The map beside the list; on narrow screens a sheet behind a button. The script `map` fills it when it becomes visible. Its canvas is
 * hidden from screen readers, which have the list (W33).
 */
export function MapColumn({ states }: { states: readonly string[] }) {
  const props = useMapProps(states);
  return (
    <>
      <section class="map-column" aria-label={mapTexts.label}>
        <div id="map" class="map" data-island="map" data-load="visible" data-props={JSON.stringify(props)}>
          <div class="map-canvas" aria-hidden="true" data-canvas />
          <div class="map-controls" data-controls hidden>
            <button type="button" class="map-button" data-zoom="in" aria-label={mapTexts.zoomIn}>
              <Icon name="plus" />
            </button>
            <button type="button" class="map-button" data-zoom="out" aria-label={mapTexts.zoomOut}>
              <Icon name="minus" />
            </button>
            <button type="button" class="map-button wide" data-draw aria-pressed="false">
              <Icon name="polygon" /> <span>{mapTexts.draw}</span>
            </button>
          </div>
          <label class="map-follow" data-controls hidden>
            <input type="checkbox" checked data-follow /> {mapTexts.follow}
          </label>
          <p class="map-hint" role="status" data-hint />
          <p class="map-attribution" data-attribution />
          <div class="map-strip" data-strip />
        </div>
      </section>
      <button type="button" class="button map-toggle" data-map-toggle aria-expanded="false" hidden>
        <Icon name="map-trifold" /> <span>{mapTexts.show}</span>
      </button>
    </>
  );
}

function useMapProps(states: readonly string[]): MapProps {
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

/** The states of a brokerage's homes, most homes first. */
export function statesOf(towns: readonly Town[]): string[] {
  const homes = new Map<string, number>();
  for (const { state, count } of towns) if (state) homes.set(state, (homes.get(state) ?? 0) + count);
  return [...homes]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_STATES)
    .map(([state]) => state);
}
