import { Description } from "./description.tsx";
import { DetailList } from "./detail-list.tsx";
import { Features } from "./features.tsx";
import type { ListingPageData } from "./listing-context.ts";
import { OpenHouses } from "./open-houses.tsx";
import { Place } from "./place.tsx";
import { PriceHistory } from "./price-history.tsx";

/** What is known of a home, in the order in which it is asked for; the same on screens and on paper. */
export function HomeStory({ listing, context, hasMap }: ListingPageData & { hasMap: boolean }) {
  return (
    <>
      {context.openHouses.length > 0 && <OpenHouses openHouses={context.openHouses} />}
      {listing.description && <Description text={listing.description} />}
      <DetailList listing={listing} />
      {listing.features.length > 0 && <Features features={listing.features} />}
      {context.history.length > 0 && <PriceHistory history={context.history} />}
      <Place listing={listing} hasMap={hasMap} />
    </>
  );
}
