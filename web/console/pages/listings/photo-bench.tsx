import { useNavigate, useSearch } from "@tanstack/react-router";
import { useShortcut } from "../../app/shell/shortcuts.ts";
import { Icon } from "../../icons/icon.tsx";
import { PhotoLabels } from "./photo-labels.tsx";
import type { Photo } from "./photo-query.ts";
import { PhotoStrip } from "./photo-strip.tsx";

/** One photo large, with what is known of it, and the strip of all. ← and → go through them. */
export function PhotoBench({ listingId, photos }: { listingId: string; photos: readonly Photo[] }) {
  const { photo: asked = 1 } = useSearch({ from: "/staff/listings/$listingId" });
  const navigate = useNavigate({ from: "/listings/$listingId" });
  const nth = Math.min(asked, photos.length);
  const current = photos[nth - 1] as Photo;
  const show = (photo: number) => {
    if (photo < 1 || photo > photos.length) return;
    void navigate({ search: photo === 1 ? {} : { photo }, replace: true, resetScroll: false });
  };
  useShortcut("arrowleft", () => show(nth - 1));
  useShortcut("arrowright", () => show(nth + 1));
  const { image, description } = current;
  return (
    <div className="photo-bench">
      <figure className="photo-stage">
        {image ? (
          <img
            src={image.src}
            srcSet={image.srcset}
            sizes="(max-width: 60rem) 100vw, 40rem"
            width={image.width}
            height={image.height}
            alt={description ?? image.alt}
          />
        ) : (
          <p className="photo-absent">The picture is being fetched.</p>
        )}
        <figcaption className="photo-bar">
          <button
            type="button"
            className="icon-button"
            aria-label="Previous photo"
            disabled={nth === 1}
            onClick={() => show(nth - 1)}
          >
            <Icon name="caret-left" />
          </button>
          <span role="status">
            {nth} of {photos.length}
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label="Next photo"
            disabled={nth === photos.length}
            onClick={() => show(nth + 1)}
          >
            <Icon name="caret-right" />
          </button>
          <span className="hint">
            <kbd>←</kbd> <kbd>→</kbd> photos, <kbd>R</kbd> room, <kbd>F</kbd> feature
          </span>
        </figcaption>
      </figure>
      <PhotoLabels key={current.image_id} listingId={listingId} photo={current} nth={nth} />
      <PhotoStrip photos={photos} nth={nth} onShow={show} />
    </div>
  );
}
