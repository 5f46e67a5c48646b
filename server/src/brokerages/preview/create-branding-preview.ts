import { createHash, randomBytes } from "node:crypto";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import { checkMap } from "../brokerage-fields.ts";
import type { UpdateBrokerageBody } from "../brokerages.schemas.ts";
import { lockBrokerage } from "../visible-brokerage.ts";
import { framedAddress } from "./framed-address.ts";
import type { BrandingPreview } from "./preview.schemas.ts";

const PREVIEW_MS = 10 * 60_000;
/** Of a brokerage. A form makes one each time that a person has typed. */
const MAX_PREVIEWS = 20;

/**
 * Keeps fields of a brokerage for a view of its website, which does not change (web.md, W32).
 *
 * @throws AppError 404 `Brokerage not found`; 422 when the map's north would not be above its south.
 */
export async function createBrandingPreview(
  ctx: ActorContext,
  { brokerage_id, ...changes }: { brokerage_id: number } & UpdateBrokerageBody,
): Promise<BrandingPreview> {
  return inTransaction(ctx, async (ctx) => {
    const brokerage = await lockBrokerage(ctx, brokerage_id);
    checkMap({ ...brokerage, ...changes });
    const token = randomBytes(32).toString("base64url");
    const expires_at = new Date(ctx.clock.now().getTime() + PREVIEW_MS);
    await ctx.db
      .insertInto("branding_previews")
      .values({ token_hash: hashOfPreview(token), brokerage_id, changes: toJsonb(changes), expires_at })
      .execute();
    await dropOldest(ctx, brokerage_id);
    return { token, url: await framedAddress(ctx, brokerage, token), expires_at };
  });
}

/** Index branding_previews_newest. */
async function dropOldest({ db }: ActorContext, brokerageId: number): Promise<void> {
  const older = db
    .selectFrom("branding_previews")
    .select("token_hash")
    .where("brokerage_id", "=", brokerageId)
    .orderBy("expires_at", "desc")
    .offset(MAX_PREVIEWS);
  await db.deleteFrom("branding_previews").where("token_hash", "in", older).execute();
}

export function hashOfPreview(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
