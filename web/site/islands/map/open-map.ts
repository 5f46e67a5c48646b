import type { Map as LibreMap, VectorTileSource } from "maplibre-gl";
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

/** What a map shows: `query` of the tiles with the homes, and `address` of the search, which may state an area. */
export type ShownHomes = { query: string; address: string };

/** A map of homes. */
export class HomesMap {
  readonly map: LibreMap;
  /** Whom the base map must name. */
  readonly attribution: string;
  #colors = readColors();
  #shown: ShownHomes;
  #chosen: string | null = null;

  private constructor(map: LibreMap, attribution: string, shown: ShownHomes) {
    this.map = map;
    this.attribution = attribution;
    this.#shown = shown;
  }

  static async open(container: HTMLElement, props: MapProps, shown: ShownHomes): Promise<HomesMap> {
    const [library, towns, bounds, base] = await Promise.all([
      loadLibrary(props),
      townLabels(),
      boundsOf(shown),
      props.hasBaseMap ? loadBaseMap() : null,
    ]);
    const styleOf = ({ query }: ShownHomes) =>
      mapStyle(readColors(), { tiles: tilesOf(query), counties: props.counties, towns, base });
    const map = new library.Map({
      container,
      style: styleOf(shown),
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
    // The page has what the map shows (W33): the keyboard does not stop in what screen readers do not see.
    map.getCanvas().tabIndex = -1;
    const homes = new HomesMap(map, base?.attribution ?? "", shown);
    map.setMissingStyleImageResolver((id) => {
      const image = drawImage(id, homes.#colors);
      if (image && !map.hasImage(id)) map.addImage(id, image.data, { pixelRatio: image.pixelRatio });
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      homes.#colors = readColors();
      map.setStyle(styleOf(homes.#shown), { diff: false });
      map.once("styledata", () => homes.#mark());
    });
    await map.once("load");
    homes.#mark();
    return homes;
  }

  /** Shows the homes of another search. `fits`: and moves to them. */
  async show(shown: ShownHomes, fits: boolean): Promise<void> {
    this.#shown = shown;
    this.map.getSource<VectorTileSource>(HOMES)?.setTiles([tilesOf(shown.query)]);
    showArea(this.map, shown.address, this.#colors);
    if (!fits) return;
    const bounds = await boundsOf(shown);
    // A later search may have been shown meanwhile.
    if (!bounds || this.#shown !== shown) return;
    this.map.fitBounds(bounds, { padding: PADDING, maxZoom: CLOSEST, duration: movingTime() });
  }

  choose(listing: string | null): void {
    this.#chosen = listing;
    this.map.setFilter(CHOSEN, ["==", ["get", "listing_id"], listing ?? ""]);
  }

  /** What a new style has lost. */
  #mark(): void {
    showArea(this.map, this.#shown.address, this.#colors);
    this.choose(this.#chosen);
  }
}

async function boundsOf({ query, address }: ShownHomes) {
  return boundsOfAddress(address) ?? (await boundsOfHomes(query));
}

function tilesOf(query: string): string {
  return `${location.origin}/api/map/tiles/{z}/{x}/{y}.mvt?${query}`;
}

function movingTime(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 400;
}
