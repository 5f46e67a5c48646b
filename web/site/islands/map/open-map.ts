import type { Map as LibreMap, VectorTileSource } from "maplibre-gl";
import { mapQuery } from "../results/swap-page.ts";
import { loadBaseMap } from "./base-layers.ts";
import { readColors } from "./colors.ts";
import { drawImage } from "./draw-image.ts";
import { boundsOfAddress, boundsOfHomes } from "./fit-homes.ts";
import { loadLibrary } from "./load-library.ts";
import type { MapProps } from "./map-props.ts";
import { CHOSEN, HOMES, mapStyle } from "./map-style.ts";
import { showArea } from "./shown-area.ts";
import { townLabels } from "./town-labels.ts";

/** Where a map begins without homes and without a place of the brokerage: the middle of the United States. */
const ANYWHERE: [number, number] = [-98.5, 39.8];
const PADDING = 48;
const CLOSEST = 15;

/** A map of the page's homes. */
export class HomesMap {
  readonly map: LibreMap;
  /** Whom the base map must name. */
  readonly attribution: string;
  #colors = readColors();

  private constructor(map: LibreMap, attribution: string) {
    this.map = map;
    this.attribution = attribution;
  }

  static async open(container: HTMLElement, props: MapProps): Promise<HomesMap> {
    const [library, towns, bounds, base] = await Promise.all([
      loadLibrary(props),
      townLabels(),
      currentBounds(),
      props.hasBaseMap ? loadBaseMap() : null,
    ]);
    const style = () =>
      mapStyle(readColors(), { tiles: tilesOf(mapQuery(document)), counties: props.counties, towns, base });
    const map = new library.Map({
      container,
      style: style(),
      center: props.center ?? ANYWHERE,
      zoom: props.center ? 8 : 3,
      ...(bounds && { bounds, fitBoundsOptions: { padding: PADDING, maxZoom: CLOSEST } }),
      attributionControl: false,
      pitchWithRotate: false,
      dragRotate: false,
      maxZoom: 18,
      fadeDuration: 0,
      // Texts are pictures of ours: the library has no words to say.
      locale: {},
    });
    map.touchZoomRotate.disableRotation();
    map.keyboard.disable();
    // The list has what the map shows (W33): the keyboard does not stop in what screen readers do not see.
    map.getCanvas().tabIndex = -1;
    const homes = new HomesMap(map, base?.attribution ?? "");
    map.setMissingStyleImageResolver((id) => {
      const image = drawImage(id, homes.#colors);
      if (image && !map.hasImage(id)) map.addImage(id, image.data, { pixelRatio: image.pixelRatio });
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      homes.#colors = readColors();
      map.setStyle(style(), { diff: false });
      map.once("styledata", () => showArea(map, location.search, homes.#colors));
    });
    await map.once("load");
    showArea(map, location.search, homes.#colors);
    return homes;
  }

  /** Shows the homes of another search. `fits`: and moves to them. */
  async show(query: string, fits: boolean): Promise<void> {
    this.map.getSource<VectorTileSource>(HOMES)?.setTiles([tilesOf(query)]);
    showArea(this.map, location.search, this.#colors);
    if (!fits) return;
    const bounds = await currentBounds();
    if (bounds) this.map.fitBounds(bounds, { padding: PADDING, maxZoom: CLOSEST, duration: movingTime() });
  }

  choose(listing: string | null): void {
    this.map.setFilter(CHOSEN, ["==", ["get", "listing_id"], listing ?? ""]);
  }
}

async function currentBounds() {
  return boundsOfAddress(location.search) ?? (await boundsOfHomes(mapQuery(document)));
}

function tilesOf(query: string): string {
  return `${location.origin}/api/map/tiles/{z}/{x}/{y}.mvt?${query}`;
}

function movingTime(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 400;
}
