export { readWords } from "./builtin/attributes/read-words.ts";
export { builtinImageModel } from "./builtin/builtin-image-model.ts";
export { builtinTextModel, builtinVectorOf } from "./builtin/builtin-text-model.ts";
export { expandAbbreviations } from "./language/abbreviations.ts";
export { withoutEmptyWords } from "./language/compared-words.ts";
export { eachConcept, phraseLengthAt } from "./language/concepts.ts";
export { correctSpelling, isKnown } from "./language/correct-spelling.ts";
export { allowedEdits, prefixWithinEdits, withinEdits } from "./language/edit-distance.ts";
export { isEmptyWord } from "./language/empty-words.ts";
export { isInformative, isStopWord, weightOf } from "./language/word-weights.ts";
export { textsOf, type Word, wordsOf } from "./language/words.ts";
export { fetchModel, filesToCopy, type ModelKind, planModel } from "./local/fetch-model.ts";
export { installPackage } from "./local/install-package.ts";
export { isPackageInstalled, localNames, modelExists, requireLocalModels } from "./local/model-files.ts";
export {
  type Feature,
  type FeatureSource,
  featureSources,
  type ImageModel,
  ModelError,
  type Models,
  type PhotoInput,
  toSearchError,
} from "./models.ts";
export { modelServices, openModels, type UsesModels } from "./open-models.ts";
export { photoQuality } from "./photo-quality.ts";

export { modelId, type TextModel } from "./text-model.ts";

export { listingFeatures, misleadingFeaturePhrases } from "./vocabulary/listing-features/index.ts";
export { misleadingTypePhrases, propertyTypes } from "./vocabulary/property-types.ts";
export { type DeniedWish, deniedWishes, purposes } from "./vocabulary/purposes/index.ts";
export { isRoomType, type RoomType, roomTypes } from "./vocabulary/room-types.ts";
