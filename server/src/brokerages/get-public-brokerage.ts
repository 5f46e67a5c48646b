import type { TenantContext } from "../platform/context.ts";
import type { PublicBrokerage } from "./brokerages.schemas.ts";

/** The public view of the brokerage for its website (SPEC: Brokerage, public view). */
export async function getPublicBrokerage(ctx: TenantContext): Promise<PublicBrokerage> {
  return ctx.db
    .selectFrom("brokerages")
    .where("id", "=", ctx.tenant.brokerageId)
    .select([
      "id",
      "name",
      "tagline",
      "logo_url",
      "primary_color",
      "address_city",
      "address_state_abbr",
      "social_facebook",
      "social_instagram",
    ])
    .executeTakeFirstOrThrow();
}
