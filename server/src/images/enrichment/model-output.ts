import type { Feature, RoomType } from "../../models/index.ts";
import type { DueEnrichment } from "./due-enrichments.ts";

/** The output of the models for a picture in this run, besides what was stored before. */
export type ModelOutput = {
  enrichment: DueEnrichment;
  visualVector: Int16Array | null;
  generatedCaption: Caption | null;
  photoFeatures: PhotoFeatures | null;
  descriptionVector: Int16Array | null;
};

export type Caption = { description: string; roomType: RoomType; roomConfidence: number };

/** `quality`: the quality of the picture, 0 to 1. */
export type PhotoFeatures = { features: Feature[]; quality: number };

/** Why the enrichment of a picture failed (problems.ts has the texts); `again` is when to retry it. */
export type FailedEnrichment = { enrichment: DueEnrichment; failure: string; again: Date };

/**
 * The photo is not available yet: it is being fetched, or the storage has just lost it. An immediate analysis reports
 * the failure.
 */
export type DeferredEnrichment = FailedEnrichment;

export function isComplete({
  enrichment,
  visualVector,
  generatedCaption,
  photoFeatures,
  descriptionVector,
}: ModelOutput): boolean {
  return (
    (visualVector !== null || enrichment.has_visual) &&
    (generatedCaption !== null || enrichment.description !== null) &&
    (photoFeatures !== null || enrichment.has_features) &&
    (descriptionVector !== null || (enrichment.has_meaning && generatedCaption === null))
  );
}
