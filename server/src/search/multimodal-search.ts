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
import { stillThere, withCards } from "./page-of-listings.ts";
import { pictureQueryOf } from "./picture-query.ts";
import { findListings, type Understood, understand } from "./ranking/find-listings.ts";
import { checkFilters } from "./ranking/search-filters.ts";
import type { MultimodalQuery, SearchTenant } from "./search.schemas.ts";
import type { UsesSearch } from "./services.ts";

/** Listings that pictures find beside those that words find. */
const BY_PICTURES = 300;
const PICTURES_SHOWN = 3;

/** SPEC: Search, combined score rule. */
const TEXT = 0.6;
const IMAGE = 0.4;

type Scored = { id: number; text: number; image: number; combined: number; pictures: FoundPicture[] };

/**
 * Listings by words and by their photos, best first: `combined_score = text_similarity * 0.6 + image_similarity * 0.4`. Words find
 * listings and, with `include_images`, so do pictures; both judge all of them. Without it no picture is compared.
 *
 * @throws AppError 422 for filters that contradict each other; 503 when a model does not answer.
 */
export async function multimodalSearch(
  ctx: TenantContext<UsesImages & UsesListings & UsesModels & UsesSearch>,
  input: SearchTenant & MultimodalQuery,
): Promise<EncodedJson> {
  const started = performance.now();
  const { query, include_images, limit, offset, brokerage_id: _, ...stated } = input;
  checkFilters(stated);
  const understood = await understand(ctx, { query, stated });
  const scored = stillThere(ctx, await score(ctx, understood, include_images));
  const page = await withCards(ctx, scored.slice(offset, offset + limit));
  const images = await imagesOf(
    ctx,
    page.flatMap(({ pictures }) => pictures),
  );
  const today = dayNumberByZone(ctx.clock.now());
  const results = page.map(({ id, card, listingId, text, image, combined }) => {
    const more = JSON.stringify({
      property_id: listingId,
      text_similarity: text,
      image_similarity: image,
      combined_score: combined,
      similarity: combined,
      similarity_score: combined,
      matching_images: images
        .filter((each) => each.listingId === id)
        .map(({ image, similarity }) => ({ ...image, score: similarity, similarity })),
    });
    return `${writeCard(card, today).slice(0, -1)},${more.slice(1)}`;
  });
  const tail = JSON.stringify({
    total: scored.length,
    limit,
    offset,
    execution_time_ms: Math.round((performance.now() - started) * 100) / 100,
    search_type: "multimodal",
  });
  const head = JSON.stringify({ query, interpreted: understood.interpreted });
  const list = results.join(",");
  return new EncodedJson(`${head.slice(0, -1)},"results":[${list}],"properties":[${list}],${tail.slice(1)}`);
}

async function score(
  ctx: TenantContext<UsesImages & UsesListings & UsesModels & UsesSearch>,
  understood: Understood,
  withImages: boolean,
): Promise<Scored[]> {
  const { ids } = understood;
  const pictureQuery = withImages ? await pictureQueryOf(ctx, understood, ["visual", "description"]) : [];
  const { found: byPictures } = await listingsByPictures(ctx, pictureQuery, {
    listings: ids,
    limit: BY_PICTURES,
  });
  const found = await findListings(
    ctx,
    understood,
    byPictures.map(({ listingId }) => listingId),
  );
  const pictures = await bestPictures(ctx, pictureQuery, {
    listings: found.map(({ id }) => id),
    each: PICTURES_SHOWN,
  });
  return found
    .map(({ id, similarity: text }) => {
      const best = pictures.get(id) ?? [];
      const image = best[0]?.similarity ?? 0;
      return { id, text, image, combined: combinedScore(text, image), pictures: best };
    })
    .sort((a, b) => b.combined - a.combined || a.id - b.id);
}

/** Both have four decimals, so five say it exactly. */
function combinedScore(text: number, image: number): number {
  return Math.round((text * TEXT + image * IMAGE) * 100_000) / 100_000;
}
