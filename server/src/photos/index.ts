export { failureTexts, lasting, PhotoError, type PhotoFailure } from "./photo-failures.ts";
export { Image, imageOf, imageOfFile, type PhotoImage } from "./photo-image.ts";
export { copyAddress, type PhotoFormat, type PhotoSize } from "./photo-sizes.ts";
export { MAX_BYTES as MAX_PHOTO_BYTES, MAX_REDIRECTS as MAX_PHOTO_REDIRECTS } from "./photo-source.ts";
export type { PhotoState } from "./photo-state.ts";
export { PhotoStore } from "./photo-store.ts";
export { photoServices, type UsesPhotos } from "./services.ts";
export { forgetFetched, isStoredAt, joinStored, type StoredPhoto } from "./stored-photos.ts";
