import { listingPath } from "../../../shared/listing.ts";
import { notFound } from "../../frame/ended.ts";
import { definePage, type Page } from "../../frame/page.ts";
import { homesTexts } from "../../texts/homes.ts";
import { toursTexts } from "../../texts/tours.ts";
import { listingOfForm } from "./find-listing.ts";
import { LISTING } from "./listing-path.ts";

type SentTexts = { sentTitle: string; sentText: string };

/** After the form of a tour. */
export const tourSentPage = sentPage(`${LISTING}/tour/sent`, toursTexts);

/** After a question about a home; its address may have no slug. */
export const questionSentPages = [`${LISTING}/sent`, `${LISTING}/:slug/sent`].map((path) =>
  sentPage(path, homesTexts.question),
);

function sentPage(path: string, { sentTitle, sentText }: SentTexts): Page {
  return definePage<{ back: string }>({
    path,
    audience: "everyone",
    isOn: ({ site }) => site.feature_contact_form,
    async load(visit) {
      const listing = await listingOfForm(visit);
      if (!listing) return notFound();
      return {
        head: { title: sentTitle, canonical: null, noindex: true },
        data: { back: listingPath(listing) },
      };
    },
    View: ({ data: { back } }) => (
      <div class="prose">
        <h1>{sentTitle}</h1>
        <p class="notice">{sentText}</p>
        <p class="actions">
          <a class="button" href={back}>
            {homesTexts.backToHome}
          </a>
          <a class="button quiet" href="/homes">
            {homesTexts.moreHomes}
          </a>
        </p>
      </div>
    ),
  });
}
