import { type Listing, listingPath } from "../../../shared/listing.ts";
import { sentPage } from "../../components/sent-page.tsx";
import type { Page } from "../../frame/page.ts";
import { homesTexts } from "../../texts/homes.ts";
import { toursTexts } from "../../texts/tours.ts";
import { shownListing } from "./find-listing.ts";
import { LISTING, tourPath } from "./listing-path.ts";

/** After the form of a tour. */
export const tourSentPage = listingSentPage(`${LISTING}/tour/sent`, toursTexts, tourPath);

/** After a question about a home; its address may have no slug. */
export const questionSentPages = [LISTING, `${LISTING}/:slug`].map((path) =>
  listingSentPage(`${path}/sent`, homesTexts.question, listingPath),
);

type SentTexts = { sentTitle: string; sentText: string };

function listingSentPage(
  path: string,
  { sentTitle, sentText }: SentTexts,
  formPath: (listing: Listing) => string,
): Page {
  return sentPage<Listing>(
    {
      path,
      title: sentTitle,
      isOn: ({ site }) => site.feature_contact_form,
      text: () => sentText,
      next: (listing) => (
        <>
          <a class="button" href={listingPath(listing)}>
            {homesTexts.backToHome}
          </a>
          <a class="button quiet" href="/homes">
            {homesTexts.moreHomes}
          </a>
        </>
      ),
    },
    (visit) => shownListing(visit, (listing) => `${formPath(listing)}/sent`),
  );
}
