import { listingPath } from "../../../shared/listing.ts";
import { Breadcrumbs } from "../../components/breadcrumbs.tsx";
import { ErrorSummary } from "../../components/error-summary.tsx";
import { Island } from "../../components/island.tsx";
import type { Visit } from "../../frame/visit.ts";
import { homesTexts } from "../../texts/homes.ts";
import { paymentTexts } from "../../texts/payment.ts";
import { Calculator } from "./calculator.tsx";
import { Gallery } from "./gallery.tsx";
import { Headline } from "./headline.tsx";
import { HomeStory } from "./home-story.tsx";
import type { ListingPageData } from "./listing-context.ts";
import { crumbsOf } from "./listing-crumbs.ts";
import { titleOf } from "./listing-title.ts";
import { readTerms } from "./payment.ts";
import { lastPriceChange } from "./price-change.ts";
import { QUESTION, QuestionForm } from "./question-form.tsx";
import { ShareBar } from "./share-bar.tsx";
import { SimilarHomes } from "./similar-homes.tsx";
import { SourceNotice } from "./source-notice.tsx";
import { TourBar } from "./tour-bar.tsx";
import { tourDays } from "./tour-days.ts";
import { canBeToured, VisitorPanel } from "./visitor-panel.tsx";

/** The page of a home. */
export function ListingView({ listing, context, visit }: ListingPageData & { visit: Visit }) {
  const { site, url, now } = visit;
  const path = listingPath(listing);
  const price = listing.status === "Sold" ? null : listing.list_price;
  return (
    <article class="listing">
      <div class="wide listing-top">
        <Breadcrumbs crumbs={crumbsOf(listing)} />
        <ShareBar visit={visit} listing={listing} path={path} title={titleOf(listing)} />
      </div>
      <div class="wide">
        {/* Of the question, the one form that is sent to this page. It is far below. */}
        <ErrorSummary form={visit.form} scope={QUESTION} />
        <Gallery images={listing.images} />
      </div>
      <div class="wide listing-columns">
        <div class="listing-main">
          <Headline listing={listing} change={lastPriceChange(context.history)} />
          <HomeStory listing={listing} context={context} hasMap={site.feature_map_search} />
          {site.feature_mortgage_calculator && price !== null && price > 0 && (
            <section class="listing-section no-print" id="payment" aria-labelledby="payment-title">
              <h2 id="payment-title">{paymentTexts.title}</h2>
              <Island
                name="calculator"
                of={Calculator}
                props={{
                  price,
                  hoa: listing.hoa_monthly,
                  terms: readTerms((name) => url.searchParams.get(name)),
                  action: path,
                }}
              />
            </section>
          )}
          {site.feature_contact_form && (
            <section class="listing-section no-print" id="question" aria-labelledby="question-title">
              <h2 id="question-title">{homesTexts.question.title}</h2>
              <QuestionForm visit={visit} />
            </section>
          )}
        </div>
        <VisitorPanel
          listing={listing}
          agent={context.agent}
          days={tourDays(now, site.time_zone)}
          site={site}
        />
      </div>
      {context.similar.length > 0 && <SimilarHomes homes={context.similar} />}
      <SourceNotice listing={listing} visit={visit} />
      {canBeToured(listing, site) && <TourBar price={listing.list_price} />}
    </article>
  );
}
