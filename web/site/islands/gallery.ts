import type PhotoSwipe from "photoswipe";
import { loadStylesheet } from "./load-stylesheet.ts";

export type GalleryProps = {
  /** The lightbox's styles, loaded with it. */
  stylesheet: string | undefined;
};

/** Opens the photos of a home in a lightbox: by click or Enter; then arrow keys, swipe, zoom and Escape. */
export function start(gallery: HTMLElement, { stylesheet }: GalleryProps): void {
  const links = [...gallery.querySelectorAll<HTMLAnchorElement>("[data-pswp-width]")];
  countSwipes(gallery, links.length);
  const load = () => Promise.all([import("photoswipe"), stylesheet && loadStylesheet(stylesheet)]);
  // While the finger or the pointer is on its way.
  gallery.addEventListener("pointerover", () => void load(), { once: true });
  gallery.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const index = Math.max(0, links.indexOf(link));
    load().then(
      ([{ default: Lightbox }]) => open(Lightbox, { links, index, opener: link }),
      // As without script.
      () => location.assign(link.href),
    );
  });
}

type Opening = { links: readonly HTMLAnchorElement[]; index: number; opener: HTMLElement };

function open(Lightbox: typeof PhotoSwipe, { links, index, opener }: Opening): void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const lightbox = new Lightbox({
    dataSource: links.map(slideOf),
    index,
    bgOpacity: 0.98,
    padding: { top: 16, bottom: 16, left: 0, right: 0 },
    showHideAnimationType: isStill ? "none" : "zoom",
    returnFocus: false,
  });
  lightbox.on("change", () => void record((view) => view.photo(lightbox.currIndex)));
  lightbox.on("zoomPanUpdate", () => {
    const { currSlide } = lightbox;
    if (currSlide && currSlide.currZoomLevel > currSlide.zoomLevels.initial * ZOOMED)
      void record((view) => view.zoom());
  });
  // The opener may be no photo, such as the link to all of them.
  lightbox.on("destroy", () => opener.focus());
  lightbox.init();
}

/** From here on a photo counts as zoomed. */
const ZOOMED = 1.2;

async function record(note: (view: { photo(index: number): void; zoom(): void }) => void): Promise<void> {
  const { currentView } = await import("./visit-tracking.ts");
  const view = currentView();
  if (view) note(view);
}

function slideOf(link: HTMLAnchorElement) {
  const { pswpWidth, pswpHeight, pswpSrcset } = link.dataset;
  const photo = link.querySelector("img");
  return {
    src: link.href,
    ...(pswpSrcset && { srcset: pswpSrcset }),
    width: Number(pswpWidth),
    height: Number(pswpHeight),
    alt: photo?.alt ?? "",
    // What is shown already grows into the large photo.
    ...(photo?.currentSrc && { msrc: photo.currentSrc }),
    element: link,
    thumbCropped: true,
  };
}

/** On phones the photos are a row: the counter follows it. */
function countSwipes(gallery: HTMLElement, all: number): void {
  const row = gallery.querySelector("ul");
  const counter = gallery.querySelector("[data-gallery-count]");
  if (!row || !counter) return;
  const show = () => {
    const nth = Math.round(row.scrollLeft / row.clientWidth) + 1;
    counter.textContent = `${Math.min(all, nth)} / ${all}`;
  };
  row.addEventListener("scroll", show, { passive: true });
}
