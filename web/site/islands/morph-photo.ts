/** That of the first photo of a home's gallery (pages/listing/gallery.css). */
const NAME = "home-photo";

/** The photo of the card that is followed grows into the gallery of the home's page, where browsers have view transitions. */
export function morphPhotos(): void {
  let last: HTMLElement | null = null;
  window.addEventListener("pageswap", (event) => {
    // A page that the browser has kept comes back as it was left, and a name stands once in a page.
    last?.style.removeProperty("view-transition-name");
    const to = (event as PageSwapEvent).activation?.entry?.url;
    const id = to && /^\/homes\/([^/]+)/.exec(new URL(to).pathname)?.[1];
    if (!id || document.querySelector(".gallery-photos")) return;
    const card = document.querySelector(`[data-listing="${CSS.escape(decodeURIComponent(id))}"] .photo`);
    if (!(card instanceof HTMLElement)) return;
    card.style.viewTransitionName = NAME;
    last = card;
  });
}
