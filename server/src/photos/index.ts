export { failureTexts, PhotoError, type PhotoFailure } from "./photo-failures.ts";
export { type KeptPhoto, PhotoKeeper } from "./photo-keeper.ts";
export type { PhotoFormat, PhotoSize } from "./photo-sizes.ts";
export { photoServices, type UsesPhotos } from "./services.ts";
export { forgetAddresses, type StoredPhoto } from "./stored-photos.ts";
