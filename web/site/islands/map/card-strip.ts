import { copyOf, homeCard } from "./home-card.ts";

/** The cards at the lower edge of the map: on narrow screens those of the list, elsewhere the chosen one. */
export class CardStrip {
  readonly #strip: HTMLElement;
  /** Grows with each choice: a card that arrives after a later one is dropped. */
  #choice = 0;

  constructor(strip: HTMLElement) {
    this.#strip = strip;
  }

  /** Copies the list's cards, where the strip has room for them. */
  fill(): void {
    this.#choice++;
    const isNarrow = matchMedia("(max-width: 63.99rem)").matches;
    const cards = isNarrow ? document.querySelectorAll("#results [data-listing]") : [];
    this.#strip.replaceChildren(...[...cards].map(copyOf));
  }

  async choose(id: string | null): Promise<void> {
    const choice = ++this.#choice;
    const shown =
      id === null ? null : this.#strip.querySelector<HTMLElement>(`[data-listing="${CSS.escape(id)}"]`);
    for (const card of this.#strip.querySelectorAll(".chosen")) {
      if (card === shown) continue;
      card.classList.remove("chosen");
      if (card.hasAttribute("data-added")) card.remove();
    }
    if (id === null) return;
    const card = shown ?? (await homeCard(id));
    if (!card || this.#choice !== choice) return;
    if (!shown) {
      card.setAttribute("data-added", "");
      this.#strip.prepend(card);
    }
    card.classList.add("chosen");
    card.scrollIntoView({ behavior: "smooth", inline: "center", block: "nearest" });
  }
}
