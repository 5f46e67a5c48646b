import { bathrooms, bedrooms } from "./catalog/bedrooms-and-baths.ts";
import type { PhotoDraft, PhotoTraits } from "./catalog/draft.ts";
import { buildings, fronts } from "./catalog/fronts.ts";
import { kitchens } from "./catalog/kitchens.ts";
import { diningRooms, garages, laundries, livingRooms, offices } from "./catalog/living-spaces.ts";
import { aerials, backyards, landscapes } from "./catalog/outdoors.ts";

export type { PhotoTraits } from "./catalog/draft.ts";

/** A photo of the demo, shared by many listings: drawn by `demo/drawings`, shipped in `demo/photos`. */
export type DemoPhoto = {
  /** Such as `kitchen-white-03.webp`. */
  file: string;
  /** The RESO ImageOf value. */
  imageOf: string;
  /** An MLS caption that is true of the drawing. */
  caption: string;
  traits: PhotoTraits;
};

/** The photo's address in listings. */
export function photoAddressOf({ file }: Pick<DemoPhoto, "file">): string {
  return `/files/demo/${file}`;
}

/** All pictures of the demo, in a fixed order. */
export function photoCatalog(): DemoPhoto[] {
  const drafts: PhotoDraft[] = [
    ...fronts(),
    ...buildings(),
    ...kitchens(),
    ...livingRooms(),
    ...diningRooms(),
    ...bedrooms(),
    ...bathrooms(),
    ...laundries(),
    ...offices(),
    ...garages(),
    ...backyards(),
    ...landscapes(),
    ...aerials(),
  ];
  const used = new Map<string, number>();
  return drafts.map(({ name, ...photo }) => {
    const nth = (used.get(name) ?? 0) + 1;
    used.set(name, nth);
    return { file: `${name}-${String(nth).padStart(2, "0")}.webp`, ...photo };
  });
}
