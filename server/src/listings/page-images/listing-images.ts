import { imageOf, imageOfFile, type PhotoImage } from "../../photos/index.ts";
import type { KeptPhoto } from "./kept-photos.sql.ts";

export type ListingImage = PhotoImage & { alt: string };

/** What of a listing decides whether its pictures are shown, and what their alternative texts are made of. */
type Shown = {
  /** Addresses; empty where the source hides photos. */
  photos: readonly string[];
  address: string | null;
  city: string | null;
};

/** The pictures that we keep of a listing's first photos, in their order; none where its photos are hidden. */
export function listingImages(photos: readonly KeptPhoto[], listing: Shown): ListingImage[] {
  if (listing.photos.length === 0) return [];
  return photos.flatMap((photo, nth) => {
    const image = imageOfPhoto(photo);
    return image ? [{ ...image, alt: altOf(photo, nth + 1, listing) }] : [];
  });
}

/** The addresses of those that are not kept yet, and can be fetched. */
export function missingPhotos(
  photos: readonly KeptPhoto[],
  { photos: shown }: Pick<Shown, "photos">,
): string[] {
  if (shown.length === 0) return [];
  return photos.filter((photo) => imageOfPhoto(photo) === null).map(({ address }) => address);
}

/** Null where the photo is not kept. */
export function imageOfPhoto({ address, key, width, height }: Omit<KeptPhoto, "caption">): PhotoImage | null {
  if (!width || !height) return null;
  return key === null ? imageOfFile(address, width, height) : imageOf({ storageKey: key, width, height });
}

/** The source's caption, which may name an address; where that is hidden, the photo's number. */
function altOf({ caption }: KeptPhoto, nth: number, { address, city }: Shown): string {
  if (caption?.trim() && address !== null) return caption.trim();
  const place = address ?? (city === null ? "the property" : `a property in ${city}`);
  return `Photo ${nth} of ${place}`;
}
