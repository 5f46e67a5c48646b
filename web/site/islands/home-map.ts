import { mapTexts } from "../texts/map.ts";
import { connectFrame, mapPart } from "./map/map-parts.ts";
import type { MapProps } from "./map/map-props.ts";
import { HomesMap } from "./map/open-map.ts";

export type HomeMapProps = MapProps & {
  listing: string;
  /** A search of the box that is shown. */
  around: string;
};

/** The map of one home: the same as that of results, with this home alone. */
export async function start(element: HTMLElement, props: HomeMapProps): Promise<void> {
  const { listing, around } = props;
  const button = mapPart(element, "start");
  const query = new URLSearchParams({ listing_ids: listing, state: "any" }).toString();
  button.hidden = true;
  mapPart(element, "hint").textContent = "";
  const opened = await HomesMap.open(mapPart(element, "canvas"), props, { query, address: around }).catch(
    () => null,
  );
  if (!opened) {
    mapPart(element, "hint").textContent = mapTexts.homeFailed;
    button.hidden = false;
    button.addEventListener("click", () => void start(element, props), { once: true });
    return;
  }
  opened.choose(listing);
  // Wheel and finger go on to scroll the page.
  opened.map.scrollZoom.disable();
  if (matchMedia("(pointer: coarse)").matches) opened.map.dragPan.disable();
  connectFrame(element, opened);
}
