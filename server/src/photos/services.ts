import type { Platform } from "../platform/context.ts";
import { PhotoStore } from "./photo-store.ts";

/** The services of the photos slice. */
export type UsesPhotos = { photos: PhotoStore };

export function photoServices(platform: Platform): UsesPhotos {
  return { photos: new PhotoStore({ ...platform, publicApiUrl: platform.config.publicApiUrl }) };
}
