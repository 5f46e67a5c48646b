import { MapFrame, useMapProps } from "../../components/map-frame.tsx";
import { Icon } from "../../icons/icon.tsx";
import type { Town } from "../../site-data.ts";
import { mapTexts } from "../../texts/map.ts";

/** States whose counties a map loads: those with the most homes. */
const MOST_STATES = 4;

/**
 * The map beside the list; on narrow screens a sheet behind a button. The script `map` fills it when it becomes visible.
 */
export function MapColumn({ states }: { states: readonly string[] }) {
  const props = useMapProps(states);
  return (
    <>
      <section class="map-column" aria-label={mapTexts.label}>
        <div id="map" class="map" data-island="map" data-load="visible" data-props={JSON.stringify(props)}>
          <MapFrame>
            <button type="button" class="map-button wide" data-draw aria-pressed="false">
              <Icon name="polygon" /> <span>{mapTexts.draw}</span>
            </button>
          </MapFrame>
          <label class="map-follow" data-controls hidden>
            <input type="checkbox" checked data-follow /> {mapTexts.follow}
          </label>
          <div class="map-strip" data-strip />
        </div>
      </section>
      <button type="button" class="button map-toggle" data-map-toggle aria-expanded="false" hidden>
        <Icon name="map-trifold" /> <span>{mapTexts.show}</span>
      </button>
    </>
  );
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
