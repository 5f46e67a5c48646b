import type { UsesImages } from "../images/index.ts";
import { type ImageVectorKind, type QueryVectors, queryVectors } from "../images/index.ts";
import { toSearchError, type UsesModels } from "../models/index.ts";
import type { TenantContext } from "../platform/context.ts";
import type { Understood } from "./ranking/find-listings.ts";

/**
 * What is asked of pictures: what filters leave of the words. Words that only filter listings may say what a photo looks like all
 * the same, such as "two car garage".
 *
 * @throws AppError 503 when a model does not answer.
 */
export async function pictureQueryOf(
  ctx: TenantContext<UsesImages & UsesModels>,
  { query, interpreted }: Understood,
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
