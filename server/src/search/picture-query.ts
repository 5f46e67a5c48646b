import type { UsesImages } from "../images/index.ts";
import { type ImageVectorKind, type QueryVectors, queryVectors } from "../images/index.ts";
import { toSearchError, type UsesModels } from "../models/index.ts";
import type { TenantContext } from "../platform/context.ts";
import type { SearchPlan } from "./ranking/plan-search.ts";

/**
 * The vectors to compare pictures with: of the text that remains beside the filters, or of the whole query when nothing remains,
 * because words of filters may describe a photo too, such as "two car garage".
 *
 * @throws AppError 503 when a model does not answer.
 */
export async function pictureQueryOf(
  ctx: TenantContext<UsesImages & UsesModels>,
  { query, interpreted }: SearchPlan,
  kinds: readonly ImageVectorKind[],
): Promise<QueryVectors[]> {
  const vectors =
    interpreted.text === ""
      ? queryVectors(ctx, query, kinds.includes("visual") ? ["visual"] : [])
      : queryVectors(ctx, interpreted.text, kinds);
  return vectors.catch((error) => {
    throw toSearchError(error);
  });
}
