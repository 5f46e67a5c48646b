import type { Image } from "../../shared/listing.ts";
import { Icon } from "../icons/icon.tsx";
import { listingTexts } from "../texts/listing.ts";

type PictureProps = { image: Image | null; sizes: string; eager?: boolean; class?: string };

/** A photo with its place reserved; a drawing of a house where there is none. */
export function Picture({ image, sizes, eager = false, class: className = "photo" }: PictureProps) {
  if (!image) {
    return (
      <span class={`${className} no-photo`}>
        <Icon name="house-line" />
        <span class="visually-hidden">{listingTexts.noPhoto}</span>
      </span>
    );
  }
  return (
    <img
      class={className}
      src={image.src}
      srcset={image.srcset}
      sizes={sizes}
      width={image.width}
      height={image.height}
      alt={image.alt}
      loading={eager ? "eager" : "lazy"}
      fetchpriority={eager ? "high" : undefined}
      decoding="async"
    />
  );
}
