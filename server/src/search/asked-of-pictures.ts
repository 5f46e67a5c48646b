import { type AskedWords, askedWords, type UsesImages, type VectorKind } from "../images/index.ts";
import type { UsesModels } from "../models/index.ts";
import { toSearchError } from "../models/index.ts";
import type { TenantContext } from "../platform/context.ts";
import type { Understood } from "./ranking/find-listings.ts";

/**
 * What is asked of pictures: what filters leave of the words. Words that only filter listings may say what a photo looks like all
 * the same, such as "two car garage".
 *
 * @throws AppError 503 when a model does not answer.
 */
export async function askedOfPictures(
  ctx: TenantContext<UsesImages & UsesModels>,
  { query, interpreted }: Understood,
  kinds: readonly VectorKind[],
): Promise<AskedWords[]> {
  const asked =
    interpreted.text === ""
      ? askedWords(ctx, query, kinds.includes("visual") ? ["visual"] : [])
      : askedWords(ctx, interpreted.text, kinds);
  return asked.catch((error) => {
    throw toSearchError(error);
  });
}
