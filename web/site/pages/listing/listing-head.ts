import { homePath, type Listing, listingPath } from "../../../shared/listing.ts";
import { count, decimal, money } from "../../../shared/numbers.ts";
import { breadcrumbData } from "../../components/breadcrumbs.tsx";
import type { Head } from "../../frame/head.ts";
import type { Visit } from "../../frame/visit.ts";
import { listingTexts } from "../../texts/listing.ts";
import type { Agent } from "../agents/agent.ts";
import { crumbsOf } from "./listing-crumbs.ts";
import { listingData } from "./listing-data.ts";
import { titleOf } from "./listing-title.ts";

const MOST_DESCRIPTION = 160;

export function listingHead(visit: Visit, listing: Listing, agent: Agent | null): Head {
  return {
    title: titleOf(listing),
    description: summaryOf(listing),
    canonical: listingPath(listing),
    image: { src: `${homePath(listing)}/card.png`, width: 1200, height: 630, alt: titleOf(listing) },
    jsonLd: [listingData(visit, listing, agent), breadcrumbData(visit, crumbsOf(listing))],
    tracked: { listing: listing.listing_id },
  };
}

/** `$451,000 · 3 bd · 2.5 ba · 1,853 sqft · Built in 2002 …` */
function summaryOf({ list_price: price, beds, baths, sqft, status, description }: Listing): string {
  const facts = [
    listingTexts.status[status],
    price === null ? null : money(price),
    beds === null ? null : `${count(beds)} ${listingTexts.beds(beds).short}`,
    baths === null ? null : `${decimal(baths)} ${listingTexts.baths(baths).short}`,
    sqft === null ? null : `${count(sqft)} ${listingTexts.sqft(sqft).short}`,
  ].filter((fact) => fact !== null);
  const text = [facts.join(" · "), description ?? ""].join(". ").replaceAll(/\s+/g, " ").trim();
  return text.length > MOST_DESCRIPTION ? `${[...text].slice(0, MOST_DESCRIPTION - 1).join("")}…` : text;
}
