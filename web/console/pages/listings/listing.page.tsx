import { Link, useParams } from "@tanstack/react-router";
import { api } from "../../app/api.ts";
import { ApiError } from "../../app/api-error.ts";
import { useOwnBrokerageId } from "../../app/own-brokerage.ts";
import { Badge } from "../../components/badge.tsx";
import { Empty } from "../../components/empty.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { ListingFacts } from "./listing-facts.tsx";
import { ListingHistory } from "./listing-history.tsx";
import { ListingPhotos } from "./listing-photos.tsx";
import { listingDetail, listingTitle, priceText, statusTones } from "./listing-texts.ts";
import { OpenHouses } from "./open-houses.tsx";
import { Visibility } from "./visibility.tsx";

/** A listing as the API has it, and why visitors see it, or do not. */
export function ListingPage() {
  const { listingId } = useParams({ from: "/staff/listings/$listingId" });
  const brokerage_id = useOwnBrokerageId();
  const of = { params: { path: { listing_id: listingId }, query: { brokerage_id } } };
  const isKnown = brokerage_id !== undefined;
  const visibility = api.useQuery("get", "/api/admin/listings/{listing_id}/visibility", of, {
    enabled: isKnown,
  });
  const isShown = visibility.data?.is_shown === true;
  const {
    data: listing,
    error,
    refetch,
  } = api.useQuery("get", "/api/properties/{listing_id}", of, {
    enabled: isShown,
  });
  const back = <Link to="/listings">All listings</Link>;
  const title = listing ? listingTitle(listing) : `Listing ${listingId}`;
  if (visibility.error && !visibility.data)
    return (
      <Page title={title} intro={back}>
        {visibility.error instanceof ApiError && visibility.error.status === 404 ? (
          <section className="panel">
            <Empty title="No listing of your brokerage's sources has this id.">
              Ids are written as the MLS writes them, with capital letters and hyphens.
            </Empty>
          </section>
        ) : (
          <ErrorNotice error={visibility.error} retry={() => void visibility.refetch()} />
        )}
      </Page>
    );
  return (
    <Page
      title={title}
      intro={
        listing ? (
          <>
            {back} · <bdi>{listingDetail(listing)}</bdi>
          </>
        ) : (
          back
        )
      }
      actions={
        listing && (
          <>
            <Badge tone={statusTones[listing.status]}>{listing.status}</Badge>
            <strong className="listing-price">{priceText(listing.list_price)}</strong>
          </>
        )
      }
    >
      <ErrorNotice error={visibility.error} retry={() => void visibility.refetch()} />
      {!visibility.data || (isShown && !listing && !error) ? (
        <Loading />
      ) : (
        <div className={listing || error ? "listing-columns" : "listing-column narrow"}>
          {(listing || error) && (
            <div className="listing-column">
              <ErrorNotice error={error} retry={() => void refetch()} />
              {listing && <ListingPhotos listing={listing} />}
              {listing && <ListingFacts listing={listing} />}
            </div>
          )}
          <div className="listing-column">
            <Visibility visibility={visibility.data} />
            {listing && <OpenHouses listingId={listingId} brokerageId={brokerage_id} />}
            {listing && <ListingHistory listingId={listingId} brokerageId={brokerage_id} />}
          </div>
        </div>
      )}
    </Page>
  );
}
