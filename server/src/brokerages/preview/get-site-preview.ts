import type { UsesPhotos } from "../../photos/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { UsesBrokerages } from "../services.ts";
import { siteWith } from "../site/get-public-site.ts";
import type { PublicSite } from "../site/public-site.schemas.ts";
import { hashOfPreview } from "./create-branding-preview.ts";
import type { PreviewParams } from "./preview.schemas.ts";

/**
 * The brokerage as its website would show it with the fields of a preview, on its own domains.
 *
 * @throws AppError 404 `Preview not found`, also after ten minutes and on another brokerage's domain.
 */
export async function getSitePreview(
  ctx: TenantContext<UsesBrokerages & UsesPhotos>,
  { token }: PreviewParams,
): Promise<PublicSite> {
  const preview = await ctx.db
    .selectFrom("branding_previews")
    .select("changes")
    .where("token_hash", "=", hashOfPreview(token))
    .where("brokerage_id", "=", ctx.tenant.brokerageId)
    .where("expires_at", ">", ctx.clock.now())
    .executeTakeFirst();
  if (!preview) throw new AppError("not_found", "Preview not found");
  return siteWith(ctx, preview.changes as object);
}
