import type { Platform } from "../platform/context.ts";
import { PhotoKeeper } from "./photo-keeper.ts";

/** The services of the photos slice. */
export type UsesPhotos = { photos: PhotoKeeper };

export function photoServices(platform: Platform): UsesPhotos {
  return { photos: new PhotoKeeper({ ...platform, publicApiUrl: platform.config.publicApiUrl }) };
}
