import { addressText, type ListingSummary, listingPath } from "../../../shared/listing.ts";
import { money } from "../../../shared/numbers.ts";
import { listingTexts } from "../../texts/listing.ts";

/** The card of a home on the map: that of the list where the list has it, else one of the API's. Null when it is gone. */
export async function homeCard(id: string): Promise<HTMLElement | null> {
  const listed = document.querySelector(`#results [data-listing="${CSS.escape(id)}"]`);
  if (listed) return copyOf(listed);
  const query = new URLSearchParams({ listing_ids: id, state: "any" });
  const reply = await fetch(`/api/properties?${query}`).catch(() => null);
  if (!reply?.ok) return null;
  const { items } = (await reply.json()) as { items: ListingSummary[] };
  return items[0] ? cardOf(items[0]) : null;
}

/** A copy has no heart: there is one in the list. */
function copyOf(card: Element): HTMLElement {
  const copy = card.cloneNode(true) as HTMLElement;
  copy.querySelector(".heart")?.remove();
  for (const image of copy.querySelectorAll("img")) image.loading = "eager";
  return copy;
}

function cardOf(listing: ListingSummary): HTMLElement {
  const card = element("article", "card listing-card");
  card.dataset.listing = listing.listing_id;
  const photo = element("div", "card-photo");
  const [image] = listing.images ?? [];
  if (image) photo.append(Object.assign(element("img", "photo"), { src: image.src, alt: image.alt }));
  const body = element("div", "card-body");
  const price = element("span", "price card-price");
  price.textContent = listing.list_price === null ? listingTexts.noPrice : money(listing.list_price);
  const link = element("a", "card-link");
  link.href = listingPath(listing);
  link.textContent = addressText(listing) || listingTexts.hiddenAddress;
  const address = element("p", "card-address");
  address.append(link);
  body.append(price, address);
  const { attribution } = listing;
  if (attribution?.list_office) {
    const office = element("p", "attribution");
    office.textContent = listingTexts.listedBy(attribution.list_office);
    body.append(office);
  }
  card.append(photo, body);
  return card;
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string) {
  return Object.assign(document.createElement(tag), { className });
}
