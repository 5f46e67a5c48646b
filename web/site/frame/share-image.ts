import { absolute } from "./canonical.ts";
import type { Head } from "./head.ts";
import type { Visit } from "./visit.ts";

/** The picture that other websites show with a link to the page: its own, or the card of the brokerage. */
export function shareImage(
  visit: Visit,
  head: Head,
): { src: string; width: number; height: number; alt: string } {
  const image = head.image ?? { src: "/card.png", width: 1200, height: 630, alt: visit.site.name };
  return { ...image, src: absolute(visit, image.src) };
}
