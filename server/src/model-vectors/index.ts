export { Follower } from "./follower.ts";
export { ModelVectors, numbersOf, type StoredVectors } from "./model-vectors.ts";
export { serveFirst, servingModel, switchModel, type VectorKind } from "./serving-models.ts";
