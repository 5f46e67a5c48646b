import type { UsesListings } from "../../listings/index.ts";
import type { UsesModels } from "../../models/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { UsesSearch } from "../services.ts";
import { findListings } from "./find-listings.ts";
import { planUnderstood, type UnderstoodSearch } from "./plan-search.ts";

/**
 * The ids of the best of the listings that match, best first, by the words of a query that are no filters; none where the query has no
 * such words, and while the model does not answer.
 */
export async function rankMatches(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  understood: UnderstoodSearch,
): Promise<number[]> {
  const plan = await planUnderstood(ctx, understood);
  if (!plan.isRanked) return [];
  try {
    return (await findListings(ctx, plan)).map(({ id }) => id);
  } catch (error) {
    if (error instanceof AppError && error.code === "unavailable") return [];
    throw error;
  }
}
