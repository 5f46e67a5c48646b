import { addressText, type Listing, townPath } from "../../../shared/listing.ts";
import { Icon } from "../../icons/icon.tsx";
import { homesTexts } from "../../texts/homes.ts";

/** Degrees to each side of the home: a neighbourhood. */
const AROUND = 0.02;

/** Where the home is: links to the map of homes around it, and to its town. */
export function Place({ listing, hasMap }: { listing: Listing; hasMap: boolean }) {
  const { latitude, longitude, city, state } = listing;
  const around = hasMap && latitude !== null && longitude !== null ? boxAround(latitude, longitude) : null;
  if (!around && !city) return null;
  return (
    <section class="listing-section" aria-labelledby="place-title">
      <h2 id="place-title">{homesTexts.placeTitle}</h2>
      <p>
        <bdi>{addressText(listing)}</bdi>
      </p>
      <p class="actions">
        {around && (
          <a class="button quiet" href={`/homes?${around}#map`}>
            <Icon name="map-trifold" />
            {homesTexts.seeMap}
          </a>
        )}
        {city && (
          <a
            class="button quiet"
            href={state ? townPath(state, city) : `/homes?${new URLSearchParams({ city })}`}
          >
            <Icon name="map-pin" />
            <bdi>{homesTexts.homesIn(city)}</bdi>
          </a>
        )}
      </p>
    </section>
  );
}

/** A box of the API's search. */
function boxAround(latitude: number, longitude: number): string {
  const edges = {
    min_lat: latitude - AROUND,
    max_lat: latitude + AROUND,
    min_lng: longitude - AROUND,
    max_lng: longitude + AROUND,
  };
  return new URLSearchParams(
    Object.entries(edges).map(([name, degrees]): [string, string] => [name, degrees.toFixed(4)]),
  ).toString();
}
