import { type DemoPhoto, type PhotoTraits, photoAddressOf, photoCatalog } from "./photo-catalog.ts";
import type { ResoMedia } from "./reso-property.ts";

/** A picture with the traits of one subject. */
export type PhotoOf<S extends PhotoTraits["subject"]> = DemoPhoto & {
  traits: Extract<PhotoTraits, { subject: S }>;
};

const CATALOG = photoCatalog();

function of<S extends PhotoTraits["subject"]>(subject: S): PhotoOf<S>[] {
  return CATALOG.filter((photo): photo is PhotoOf<S> => photo.traits.subject === subject);
}

/** The catalogue by subject; listings choose from it. */
export const PHOTOS_BY_SUBJECT = {
  fronts: of("front"),
  buildings: of("commercial"),
  kitchens: of("kitchen"),
  livingRooms: of("living room"),
  diningRooms: of("dining room"),
  bedrooms: of("bedroom"),
  bathrooms: of("bathroom"),
  laundries: of("laundry"),
  offices: of("office"),
  garages: of("garage"),
  backyards: of("backyard"),
  landscapes: of("landscape"),
  aerials: of("aerial"),
};

/** RESO Media of the pictures in that order; the first is the preferred one. */
export function mediaOf(listingId: string, photos: readonly DemoPhoto[], modified: string): ResoMedia[] {
  return photos.map((photo, i) => ({
    MediaKey: `${listingId}-${String(i + 1).padStart(2, "0")}`,
    MediaURL: photoAddressOf(photo),
    Order: i + 1,
    ...(i === 0 && { PreferredPhotoYN: true }),
    ImageOf: photo.imageOf,
    ShortDescription: photo.caption,
    MediaCategory: "Photo",
    ImageWidth: 1024,
    ImageHeight: 683,
    MediaModificationTimestamp: modified,
  }));
}
