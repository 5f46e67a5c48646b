import { useQuery } from "@tanstack/react-query";
import type { Schema } from "../../app/api.ts";
import { Empty } from "../../components/empty.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { PhotoBench } from "./photo-bench.tsx";
import { photosQuery } from "./photo-query.ts";

/** The photos of a listing, with their rooms and features to correct. */
export function ListingPhotos({ listing }: { listing: Schema<"Listing"> }) {
  const { listing_id, photos_count, images } = listing;
  const { data: photos, error, refetch } = useQuery(photosQuery(listing_id));
  return (
    <section className="panel" aria-labelledby="photos">
      <h2 id="photos">
        Photos <span className="count">{photos_count}</span>
      </h2>
      {error && !photos ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : !photos ? (
        <Loading />
      ) : photos.length > 0 ? (
        <PhotoBench listingId={listing_id} photos={photos} />
      ) : images.length === 0 ? (
        <Empty title={photos_count === 0 ? "It has no photos." : "Its photos are not shown."} />
      ) : (
        <div className="panel-body">
          <p className="hint">Its source does not let models read its photos: they have no rooms.</p>
          <ul className="photo-strip">
            {images.map(({ src, alt }) => (
              <li key={src}>
                <img className="photo-thumb" src={src} alt={alt} loading="lazy" />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
