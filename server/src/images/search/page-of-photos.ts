import type { ImageVectors } from "../vectors/image-vectors.ts";

/** A photo and its score, 0 to 1. */
export type ScoredPhoto = { id: number; score: number };

/** Scores are stored as ten-thousandths plus 1, as precise as they are shown; 0: excluded. */
const STEPS = 10_000;

type Wanted = {
  listings: Float64Array;
  /** Only searchable photos. */
  findable: boolean;
  scores: PictureScores;
  /** Scores by photo, which override the picture's; null excludes the photo. */
  byHand?: ReadonlyMap<number, number | null>;
  /** Photos whose description is hidden score 0. */
  describedOnly?: boolean;
  /** One photo for each picture: the best, of equal ones the one with the lowest id. */
  distinct?: boolean;
  offset: number;
  limit: number;
};

/** The score of each picture, 0 to 1; a picture without a score is excluded. */
export class PictureScores {
  readonly #steps: Uint16Array;

  constructor({ listings }: ImageVectors) {
    this.#steps = new Uint16Array(listings.bound);
  }

  set(enrichment: number, score: number): void {
    if (enrichment < this.#steps.length) this.#steps[enrichment] = stepOf(score);
  }

  stepOf(enrichment: number): number {
    return this.#steps[enrichment] ?? 0;
  }
}

/**
 * A page of the photos of those listings by descending score, then by id, and their total number. Two passes over all
 * photos, yielding to other work: the first counts per score, the second collects the photos with the page's scores;
 * only those are sorted.
 */
export async function pageOfPhotos(
  { listings: shows }: ImageVectors,
  { listings, findable, scores, byHand, describedOnly = false, distinct = false, offset, limit }: Wanted,
): Promise<{ photos: ScoredPhoto[]; total: number }> {
  const manualLabels = byHand && byHand.size > 0 ? byHand : null;
  const worth = (photo: number, enrichment: number, undescribed: boolean) => {
    const labels = manualLabels?.get(photo);
    if (labels !== undefined) return labels === null ? 0 : stepOf(labels);
    return undescribed && describedOnly ? 0 : scores.stepOf(enrichment);
  };
  const bests = new Map<number, { photo: number; step: number }>();
  const counts = new Uint32Array(STEPS + 2);
  await shows.each(listings, { findable }, (photo, enrichment, { undescribed }) => {
    const step = worth(photo, enrichment, undescribed);
    if (step === 0) return;
    if (!distinct) {
      counts[step] = (counts[step] as number) + 1;
      return;
    }
    const best = bests.get(enrichment);
    const isBetter = !best || step > best.step || (step === best.step && photo < best.photo);
    if (isBetter) bests.set(enrichment, { photo, step });
  });
  for (const { step } of bests.values()) counts[step] = (counts[step] as number) + 1;
  const { total, cuts } = cutsOf(counts, offset, limit);
  if (cuts.size === 0) return { photos: [], total };
  await shows.each(listings, { findable }, (photo, enrichment, { undescribed }) => {
    const cut = cuts.get(worth(photo, enrichment, undescribed));
    if (cut && (!distinct || bests.get(enrichment)?.photo === photo)) cut.photos.push(photo);
  });
  const photos = [...cuts].flatMap(([step, { photos, from, through }]) =>
    [...Float64Array.from(photos).sort().subarray(from, through)].map((id) => ({
      id,
      score: (step - 1) / STEPS,
    })),
  );
  return { photos, total };
}

/** The range of the photos with one score that is on the page. */
type Cut = { photos: number[]; from: number; through: number };

function cutsOf(counts: Uint32Array, offset: number, limit: number) {
  const cuts = new Map<number, Cut>();
  let total = 0;
  for (let step = counts.length - 1; step > 0; step--) {
    const count = counts[step] as number;
    const from = Math.max(0, offset - total);
    const through = Math.min(count, offset + limit - total);
    if (from < through) cuts.set(step, { photos: [], from, through });
    total += count;
  }
  return { total, cuts };
}

function stepOf(score: number): number {
  return 1 + Math.round(score * STEPS);
}
