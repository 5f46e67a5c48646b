import {
  bestPictures,
  type FoundPicture,
  imagesOf,
  listingsByPictures,
  type UsesImages,
} from "../images/index.ts";
import { dayNumberByZone, type UsesListings, writeCard } from "../listings/index.ts";
import type { UsesModels } from "../models/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { EncodedJson } from "../platform/http/json-body.ts";
import { pictureQueryOf } from "./picture-query.ts";
import { findListings } from "./ranking/find-listings.ts";
import { nearMissesOf } from "./ranking/near-misses.ts";
import { type Interpreted, planSearch, type SearchPlan } from "./ranking/plan-search.ts";
import { interpretedOf } from "./ranking/unsatisfied.ts";
import { stillListed, withCards } from "./result-cards.ts";
import type { MultimodalQuery, SearchTenant } from "./search.schemas.ts";
import type { UsesSearch } from "./services.ts";

/** Listings found by their pictures, in addition to those found by words. */
const MAX_BY_PICTURES = 300;
const PICTURES_PER_LISTING = 3;

/** SPEC: Search, combined score rule. */
const TEXT_WEIGHT = 0.6;
const IMAGE_WEIGHT = 0.4;

/** What a result says of itself beside its scores. */
type Marks = { weak?: true; unknown?: string[] };

type Scored = {
  id: number;
  marks: Marks;
  text: number;
  image: number;
  combined: number;
  pictures: FoundPicture[];
};

/**
 * Listings by words and by their photos, best first: `combined_score = text_similarity * 0.6 + image_similarity * 0.4`. With
 * `include_images`, listings are found by words and by pictures, and each is scored by both. Without it no picture is compared.
 *
 * @throws AppError 422 for filters that contradict each other; 503 when a model does not answer.
 */
export async function multimodalSearch(
  ctx: TenantContext<UsesImages & UsesListings & UsesModels & UsesSearch>,
  input: SearchTenant & MultimodalQuery,
): Promise<EncodedJson> {
  const started = performance.now();
  const { query, include_images, limit, offset, filters, brokerage_id: _, ...stated } = input;
  const plan = await planSearch(ctx, { query, stated, filters });
  const { found, interpreted } = await score(ctx, plan, include_images);
  const scored = stillListed(ctx, found);
  const page = await withCards(ctx, scored.slice(offset, offset + limit));
  const images = await imagesOf(
    ctx,
    page.flatMap(({ pictures }) => pictures),
  );
  const ends = { today: dayNumberByZone(ctx.clock.now()), sources: ctx.listings.sources };
  const results = page.map(({ id, card, listingId, marks, text, image, combined }) => {
    const more = JSON.stringify({
      property_id: listingId,
      text_similarity: text,
      image_similarity: image,
      combined_score: combined,
      similarity: combined,
      similarity_score: combined,
      ...marks,
      matching_images: images
        .filter((each) => each.listingId === id)
        .map(({ image, similarity }) => ({ ...image, score: similarity, similarity })),
    });
    return `${writeCard(card, ends).slice(0, -1)},${more.slice(1)}`;
  });
  const tail = JSON.stringify({
    total: scored.length,
    limit,
    offset,
    execution_time_ms: Math.round((performance.now() - started) * 100) / 100,
    search_type: "multimodal",
    ...(scored.length === 0 && { near_misses: nearMissesOf(ctx, plan) }),
  });
  const head = JSON.stringify({ query, interpreted });
  const list = results.join(",");
  return new EncodedJson(`${head.slice(0, -1)},"results":[${list}],"properties":[${list}],${tail.slice(1)}`);
}

async function score(
  ctx: TenantContext<UsesImages & UsesListings & UsesModels & UsesSearch>,
  plan: SearchPlan,
  withImages: boolean,
): Promise<{ found: Scored[]; interpreted: Interpreted }> {
  const pictureQuery = withImages ? await pictureQueryOf(ctx, plan, ["visual", "description"]) : [];
  const { found: byPictures } = await listingsByPictures(ctx, pictureQuery, {
    listings: pictureQuery.length === 0 ? NO_LISTINGS : plan.matching().toArray(),
    limit: MAX_BY_PICTURES,
  });
  const found = await findListings(
    ctx,
    plan,
    byPictures.map(({ listingId }) => listingId),
  );
  const pictures = await bestPictures(ctx, pictureQuery, {
    listings: found.map(({ id }) => id),
    each: PICTURES_PER_LISTING,
  });
  const scored = found
    .map(({ id, similarity: text, isWeak, unknown }) => {
      const marks = { ...(isWeak && { weak: true as const }), ...(unknown && { unknown }) };
      const best = pictures.get(id) ?? [];
      const image = best[0]?.similarity ?? 0;
      return { id, marks, text, image, combined: combinedScore(text, image), pictures: best };
    })
    .sort((a, b) => b.combined - a.combined || a.id - b.id);
  // Photos may show what no text has.
  return { found: scored, interpreted: withImages ? plan.interpreted : interpretedOf(ctx, plan, found) };
}

const NO_LISTINGS = new Float64Array(0);

/** Exact with five decimals, because both scores have four. */
function combinedScore(text: number, image: number): number {
  return Math.round((text * TEXT_WEIGHT + image * IMAGE_WEIGHT) * 100_000) / 100_000;
}
