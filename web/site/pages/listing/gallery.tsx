import type { Image } from "../../../shared/listing.ts";
import { largestSource } from "../../components/largest-source.ts";
import { Picture } from "../../components/picture.tsx";
import { useVisit } from "../../frame/visit-context.ts";
import { Icon } from "../../icons/icon.tsx";
import type { GalleryProps } from "../../islands/gallery.ts";
import { homesTexts } from "../../texts/homes.ts";

const LARGE = "(min-width: 864px) 580px, 100vw";
const SMALL = "(min-width: 864px) 285px, 100vw";
/** Photos of the first screen on wide windows: a large one and four small ones. */
const FIRST = 5;

/**
 * Photos of a home, each a link to its largest size. On wide windows the first five, and all of them behind a link; on phones a row to
 * swipe. The script `gallery` opens them in a lightbox.
 */
export function Gallery({ images }: { images: readonly Image[] }) {
  const { assets } = useVisit();
  if (images.length === 0) {
    return (
      <div class="gallery-empty">
        <Picture image={null} sizes={LARGE} />
      </div>
    );
  }
  return (
    <section
      class="gallery"
      id="photos"
      aria-label={homesTexts.photos}
      data-island="gallery"
      data-props={JSON.stringify({ stylesheet: assets["photoswipe.css"] } satisfies GalleryProps)}
      data-load="visible"
    >
      <ul class={`gallery-photos of-${Math.min(images.length, FIRST)}`}>
        {images.map((image, index) => (
          <li key={image.src}>
            <Photo image={image} isFirst={index === 0} />
          </li>
        ))}
      </ul>
      <p class="gallery-count" aria-hidden="true" data-gallery-count>
        {homesTexts.photoOf(1, images.length)}
      </p>
      {images.length > 1 && (
        <a class="button quiet small gallery-all" href="#photos" data-gallery-all>
          <Icon name="images" />
          {homesTexts.allPhotos(images.length)}
        </a>
      )}
    </section>
  );
}

function Photo({ image, isFirst }: { image: Image; isFirst: boolean }) {
  const { width, height } = image;
  return (
    <a
      href={largestSource(image)}
      data-pswp-width={width}
      data-pswp-height={height}
      data-pswp-srcset={image.srcset}
    >
      <Picture image={image} sizes={isFirst ? LARGE : SMALL} eager={isFirst} />
    </a>
  );
}
