import type { Feature, RoomType } from "../../models/index.ts";
import type { DueEnrichment } from "./due-enrichments.ts";

/** What has been made of a picture in this run, beside what was there. */
export type ModelOutput = {
  enrichment: DueEnrichment;
  visualVector: Int16Array | null;
  generatedCaption: Caption | null;
  photoFeatures: PhotoFeatures | null;
  descriptionVector: Int16Array | null;
};

export type Caption = { description: string; roomType: RoomType; roomConfidence: number };

/** `quality`: how good a picture it is, 0 to 1. */
export type PhotoFeatures = { features: Feature[]; quality: number };

/** Why a picture could not be read this time (problems.ts has the words); `again` is when it is worth another try. */
export type FailedEnrichment = { enrichment: DueEnrichment; failure: string; again: Date };

/**
 * It is not known yet whether it can be: it is on its way, or the storage has just lost it. Who wants to know now is told
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
