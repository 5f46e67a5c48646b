import { type ListingSummary, listingPath } from "../../../shared/listing.ts";
import { notFound, redirect } from "../../frame/ended.ts";
import type { Page, PageDefinition } from "../../frame/page.ts";
import { definePage } from "../../frame/page.ts";
import { homesTexts } from "../../texts/homes.ts";
import { findListing } from "./find-listing.ts";
import { Gone } from "./gone.tsx";
import { type ListingPageData, loadContext } from "./listing-context.ts";
import { listingHead } from "./listing-head.ts";
import { LISTING, LISTING_WITH_SLUG } from "./listing-path.ts";
import { ListingPrint } from "./listing-print.tsx";
import { ListingView } from "./listing-view.tsx";
import { sendQuestion } from "./send-question.ts";

type Data = ListingPageData | { nearest: ListingSummary[] };

const definition: Omit<PageDefinition<Data>, "path"> = {
  // The terms of the payment calculator without script, and the version for printers.
  parameters: ["down", "rate", "years", "print"],
  audience: "everyone",
  async load(visit) {
    const found = await findListing(visit);
    if (!found) return notFound();
    if ("nearest" in found) {
      return {
        status: 410,
        head: { title: homesTexts.goneTitle, canonical: null, noindex: true },
        data: found,
      };
    }
    const { listing } = found;
    const path = listingPath(listing);
    // A form that was refused keeps what was typed; everything else has one address.
    if (visit.url.pathname !== path && !visit.form) return redirect(path + visit.url.search, 301);
    const context = await loadContext(visit, listing);
    const head = listingHead(visit, listing, context.agent);
    return {
      head: visit.url.searchParams.has("print") ? { ...head, noindex: true } : head,
      data: { listing, context },
    };
  },
  post: sendQuestion,
  View({ data, visit }) {
    if ("nearest" in data) return <Gone nearest={data.nearest} />;
    return visit.url.searchParams.has("print") ? (
      <ListingPrint {...data} visit={visit} />
    ) : (
      <ListingView {...data} visit={visit} />
    );
  },
};

/** `/homes/{listing_id}/{slug}`, and the same without a slug, which is what a home without a known place has. */
export const listingPages: Page[] = [LISTING, LISTING_WITH_SLUG].map((path) =>
  definePage({ ...definition, path }),
);
