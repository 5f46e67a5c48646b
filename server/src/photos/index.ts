export { failureTexts, PhotoError, type PhotoFailure } from "./photo-failures.ts";
export type { PhotoFormat, PhotoSize } from "./photo-sizes.ts";
export { type PhotoState, PhotoStore } from "./photo-store.ts";
export { photoServices, type UsesPhotos } from "./services.ts";
export { forgetFetched, type StoredPhoto } from "./stored-photos.ts";
