import type { MapMouseEvent } from "maplibre-gl";
import { mapTexts } from "../texts/map.ts";
import { CardStrip } from "./map/card-strip.ts";
import type { Drawing } from "./map/draw-area.ts";
import { connectFrame, mapPart } from "./map/map-parts.ts";
import type { MapProps } from "./map/map-props.ts";
import { CHOSEN, CLUSTERS, DOTS, PRICES } from "./map/map-style.ts";
import { HomesMap, type ShownHomes } from "./map/open-map.ts";
import { searchOfBounds, searchOfPolygon } from "./map/search-area.ts";
import { announce, listen } from "./results/events.ts";
import { mapQuery } from "./results/swap-page.ts";

/** A move is over when the map has been still for so long. */
const STILL_MS = 350;
const CLUSTER_STEP = 2;

/** The map of a search, in step with its list. */
export async function start(element: HTMLElement, props: MapProps): Promise<void> {
  const part = (name: string) => mapPart(element, name);
  const hint = (text: string) => {
    part("hint").textContent = text;
  };
  const begun = shownHomes();
  const opened = await HomesMap.open(part("canvas"), props, begun).catch(() => null);
  if (!opened) return hint(mapTexts.failed);
  const homes = opened;
  const { map } = homes;
  const strip = new CardStrip(part("strip"));
  let drawing: Drawing | null = null;
  let pointed: string | null = null;
  let chosen: string | null = null;

  strip.fill();
  connectFrame(element, homes);
  // The list may have gone on to another search while the map was loading.
  if (shownHomes().query !== begun.query) void homes.show(shownHomes(), true);

  listen("results:shown", ({ byMap }) => {
    strip.fill();
    void homes.show(shownHomes(), !byMap);
  });
  listen("results:point", ({ listing, by }) => {
    if (by === "list") homes.choose(listing);
  });

  part("draw").addEventListener("click", () => void toggleDrawing());

  map.on("mousemove", (event) => {
    const listing = drawing ? null : listingAt(event);
    map.getCanvas().style.cursor = listing || clusterAt(event) ? "pointer" : "";
    if (listing === pointed) return;
    pointed = listing;
    homes.choose(listing ?? chosen);
    announce("results:point", { listing, by: "map" });
  });
  map.on("click", (event) => {
    if (drawing) return;
    const cluster = clusterAt(event);
    if (cluster) {
      map.easeTo(
        { center: event.lngLat, zoom: map.getZoom() + CLUSTER_STEP },
        { originalEvent: event.originalEvent },
      );
      return;
    }
    chosen = listingAt(event);
    homes.choose(chosen);
    void strip.choose(chosen);
    announce("results:point", { listing: chosen, by: "map" });
  });
  let still = 0;
  map.on("moveend", (event) => {
    const isByHand = (event as { originalEvent?: unknown }).originalEvent !== undefined;
    if (!isByHand || drawing || !(part("follow") as HTMLInputElement).checked) return;
    clearTimeout(still);
    still = window.setTimeout(() => {
      const href = searchOfBounds(location.search, map.getBounds());
      if (href) announce("results:search", { href });
    }, STILL_MS);
  });

  function listingAt({ point }: MapMouseEvent): string | null {
    const [feature] = map.queryRenderedFeatures(point, { layers: [CHOSEN, PRICES, DOTS] });
    return (feature?.properties.listing_id as string | undefined) ?? null;
  }

  function clusterAt({ point }: MapMouseEvent): boolean {
    return map.queryRenderedFeatures(point, { layers: [CLUSTERS] }).length > 0;
  }

  async function toggleDrawing(): Promise<void> {
    if (drawing) return endDrawing();
    const { drawArea } = await import("./map/draw-area.ts");
    drawing = drawArea(map, (ring) => {
      endDrawing();
      announce("results:search", { href: searchOfPolygon(location.search, ring) });
    });
    showDrawing(true);
  }

  function endDrawing(): void {
    // After the event that ended it.
    const ended = drawing;
    drawing = null;
    setTimeout(() => ended?.stop());
    showDrawing(false);
  }

  function showDrawing(isDrawing: boolean): void {
    const button = part("draw");
    button.setAttribute("aria-pressed", String(isDrawing));
    (button.querySelector("span") as HTMLElement).textContent = isDrawing ? mapTexts.cancel : mapTexts.draw;
    hint(isDrawing ? mapTexts.drawHint : "");
  }
}

/** The search of the page. */
function shownHomes(): ShownHomes {
  return { query: mapQuery(document), address: location.search };
}
