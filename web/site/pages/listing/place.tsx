import { addressText, type Listing, townPath } from "../../../shared/listing.ts";
import { boxParameters } from "../../../shared/search-area.ts";
import { MapFrame, useMapProps } from "../../components/map-frame.tsx";
import { Icon } from "../../icons/icon.tsx";
import type { HomeMapProps } from "../../islands/home-map.ts";
import { homesTexts } from "../../texts/homes.ts";
import { mapTexts } from "../../texts/map.ts";

/** Degrees to each side of the home: a neighbourhood. */
const AROUND = 0.02;
/** Where there is no base map: as far as there are towns and lines of counties to go by. */
const FAR_AROUND = 0.15;

/**
 * Where the home is: its map, and links to the map of homes around it and to its town. Where the seller hides the address the
 * API rounds the position, so a pin would stand at a wrong place: there is no map then.
 */
export function Place({ listing, hasMap }: { listing: Listing; hasMap: boolean }) {
  const { latitude, longitude, city, state } = listing;
  const position = hasMap && latitude !== null && longitude !== null ? { latitude, longitude } : null;
  if (!position && !city) return null;
  return (
    <section class="listing-section" aria-labelledby="place-title">
      <h2 id="place-title">{homesTexts.placeTitle}</h2>
      <p>
        <bdi>{addressText(listing)}</bdi>
      </p>
      {position && listing.address && <PlaceMap listing={listing} position={position} />}
      <p class="actions">
        {position && (
          <a class="button quiet" href={`/homes?${boxAround(position, AROUND)}#map`}>
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

/** Loaded when the visitor scrolls to it or presses its button: the map's library is larger than the rest of the page. */
function PlaceMap({ listing, position }: { listing: Listing; position: Position }) {
  const map = useMapProps(listing.state ? [listing.state] : []);
  const around = `?${boxAround(position, map.hasBaseMap ? AROUND : FAR_AROUND)}`;
  const props: HomeMapProps = { ...map, listing: listing.listing_id, around };
  return (
    <div class="place-map no-print">
      <div
        id="map"
        class="map"
        data-island="home-map"
        data-load="scrolled"
        data-props={JSON.stringify(props)}
      >
        <MapFrame />
        <button type="button" class="button quiet" data-start>
          <Icon name="map-trifold" />
          {mapTexts.showHome}
        </button>
      </div>
    </div>
  );
}

type Position = { latitude: number; longitude: number };

function boxAround({ latitude, longitude }: Position, degrees: number): string {
  const box = {
    min_lat: latitude - degrees,
    max_lat: latitude + degrees,
    min_lng: longitude - degrees,
    max_lng: longitude + degrees,
  };
  return new URLSearchParams(boxParameters(box)).toString();
}
