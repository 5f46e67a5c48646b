import type { HomesMap } from "./open-map.ts";

/** A part of a map's frame (components/map-frame.tsx), by its data attribute. */
export function mapPart(element: HTMLElement, name: string): HTMLElement {
  return element.querySelector(`[data-${name}]`) as HTMLElement;
}

/** Shows the buttons of a map that is open, and lets them and the window's size move it. */
export function connectFrame(element: HTMLElement, { map, attribution }: HomesMap): void {
  for (const each of element.querySelectorAll<HTMLElement>("[data-controls]")) each.hidden = false;
  mapPart(element, "attribution").textContent = attribution;
  // Moves by the hand have an event, which sets them apart from ours.
  const byHand = (originalEvent: Event) => ({ originalEvent });
  element
    .querySelector('[data-zoom="in"]')
    ?.addEventListener("click", (event) => map.zoomIn({}, byHand(event)));
  element
    .querySelector('[data-zoom="out"]')
    ?.addEventListener("click", (event) => map.zoomOut({}, byHand(event)));
  new ResizeObserver(() => map.resize()).observe(element);
  element.dataset.ready = "";
}
