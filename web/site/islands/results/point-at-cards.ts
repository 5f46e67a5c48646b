import { announce, listen } from "./events.ts";

/** Cards and pins in step: pointing at one marks the other. */
export function pointAtCards(root: HTMLElement): void {
  let pointed: string | null = null;
  const point = (event: Event) => {
    const card = (event.target as Element).closest<HTMLElement>("[data-listing]");
    const listing = card?.dataset.listing ?? null;
    if (listing === pointed) return;
    pointed = listing;
    announce("results:point", { listing, by: "list" });
  };
  root.querySelector("#results-column")?.addEventListener("pointerover", point);
  root.querySelector("#results-column")?.addEventListener("focusin", point);
  root.querySelector("#results-column")?.addEventListener("pointerleave", point);
  listen("results:point", ({ listing, by }) => {
    if (by !== "map") return;
    for (const card of root.querySelectorAll<HTMLElement>("[data-listing]"))
      card.classList.toggle("pointed", card.dataset.listing === listing);
  });
}
