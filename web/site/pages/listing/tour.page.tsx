import { addressText, type Listing, listingPath } from "../../../shared/listing.ts";
import { Breadcrumbs } from "../../components/breadcrumbs.tsx";
import { isEnded } from "../../frame/ended.ts";
import { definePage } from "../../frame/page.ts";
import { toursTexts } from "../../texts/tours.ts";
import { shownListing } from "./find-listing.ts";
import { crumbsOf } from "./listing-crumbs.ts";
import { LISTING, tourPath } from "./listing-path.ts";
import { titleOf } from "./listing-title.ts";
import { sendTour } from "./send-tour.ts";
import { type TourDay, tourDays } from "./tour-days.ts";
import { TourForm } from "./tour-form.tsx";

type TourData = { listing: Listing; days: TourDay[] };

/** `/homes/{id}/tour`: the form alone, and where the form of a home's page is sent. */
export const tourPage = definePage<TourData>({
  path: `${LISTING}/tour`,
  audience: "everyone",
  isOn: ({ site }) => site.feature_contact_form,
  async load(visit) {
    const listing = await shownListing(visit, tourPath);
    if (isEnded(listing)) return listing;
    return {
      head: { title: toursTexts.title(titleOf(listing)), canonical: null, noindex: true },
      data: { listing, days: tourDays(visit.now, visit.site.time_zone) },
    };
  },
  post: sendTour,
  View({ data: { listing, days }, visit }) {
    return (
      <div class="prose">
        <Breadcrumbs crumbs={[...crumbsOf(listing, listingPath(listing)), { label: toursTexts.crumb }]} />
        <h1>{toursTexts.heading}</h1>
        <p>
          <bdi>{addressText(listing)}</bdi>
        </p>
        <TourForm days={days} form={visit.form} site={visit.site} />
      </div>
    );
  },
});
