export { pruneReadings } from "./photos/prune-readings.ts";
export { readImages, readImagesJob } from "./read-images.ts";
export type { VectorKind } from "./reading/serving-models.ts";
export { type AskedWords, askedWords } from "./search/asked-words.ts";
export { bestPictures, type FoundPicture, listingsByPictures } from "./search/find-pictures.ts";
export { imagesOf, type ShownImage } from "./search/images-of.ts";
export { similarPictures } from "./search/similar-pictures.ts";
export { ImageVectors } from "./vectors/image-vectors.ts";
