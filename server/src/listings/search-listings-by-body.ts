import type { TenantContext } from "../platform/context.ts";
import { EncodedJson } from "../platform/http/json-body.ts";
import { inBody } from "./filters/filter-rules.ts";
import type { SearchBody } from "./listings.schemas.ts";
import { findPage } from "./search-listings.ts";
import type { UsesListings } from "./services.ts";

/**
 * As `searchListings`, with its parameters as JSON, for filters that are too long for an address (search.md, D14). No ETag: replies to
 * a POST are not kept by callers.
 *
 * @throws AppError 422 as `searchListings`, naming fields of the body.
 */
export async function searchListingsByBody(
  ctx: TenantContext<UsesListings>,
  body: SearchBody,
): Promise<EncodedJson> {
  const { bytes } = await findPage(ctx, body, inBody);
  return new EncodedJson(bytes);
}
