/**
 * The card of a home on the map: that of the list, with its status, source and attribution. A home of another page of the list has its card
 * fetched from a list of that home alone. Null when it is gone, or cannot be loaded.
 */
export async function homeCard(id: string): Promise<HTMLElement | null> {
  const card = cardIn(document, id) ?? (await fetchCard(id));
  if (!card) return null;
  for (const image of card.querySelectorAll("img")) image.loading = "eager";
  return card;
}

/** A copy without its heart, which the list has. */
export function copyOf(card: Element): HTMLElement {
  const copy = card.cloneNode(true) as HTMLElement;
  copy.querySelector(".heart")?.remove();
  return copy;
}

async function fetchCard(id: string): Promise<HTMLElement | null> {
  const query = new URLSearchParams({ listing_ids: id });
  const reply = await fetch(`/homes?${query}`, { headers: { accept: "text/html" } }).catch(() => null);
  if (!reply?.ok) return null;
  const html = await reply.text().catch(() => "");
  return cardIn(new DOMParser().parseFromString(html, "text/html"), id);
}

function cardIn(page: Document, id: string): HTMLElement | null {
  const card = page.querySelector(`#results [data-listing="${CSS.escape(id)}"]`);
  return card && copyOf(card);
}
