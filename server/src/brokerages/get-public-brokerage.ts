import type { TenantContext } from "../platform/context.ts";
import type { PublicBrokerage } from "./brokerages.schemas.ts";

/** What a brokerage's website shows of it (SPEC: Brokerage, public view). */
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
