import type { UsesPhotos } from "../../photos/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { displayPhone } from "../../platform/phone.ts";
import type { UsesBrokerages } from "../services.ts";
import { canonicalOrigin } from "./canonical-origin.ts";
import { type PublicSite, siteFields } from "./public-site.schemas.ts";
import { siteRow } from "./site-row.sql.ts";

/** What every page of the brokerage's website needs: its branding, texts, switches, menus and contact. */
export async function getPublicSite(ctx: TenantContext<UsesBrokerages & UsesPhotos>): Promise<PublicSite> {
  return siteWith(ctx, {});
}

/** The same with other values of some fields; those that no page shows are left out. */
export async function siteWith(
  ctx: TenantContext<UsesBrokerages & UsesPhotos>,
  changes: object,
): Promise<PublicSite> {
  const { brokerageId } = ctx.tenant;
  const [stored, time_zone] = await Promise.all([
    siteRow(ctx.db, brokerageId),
    ctx.brokerages.timeZoneOf(ctx.db, brokerageId),
  ]);
  const shown = Object.entries(changes).filter(([name]) => (siteFields as readonly string[]).includes(name));
  const row: typeof stored = { ...stored, ...Object.fromEntries(shown) };
  const [logo] = await ctx.photos.pages.images([row.logo_url]);
  const { domains, contact_name, contact_email, contact_phone, ...site } = row;
  const hasContact = contact_name !== null && contact_email !== null;
  return {
    ...site,
    logo_image: logo ? { ...logo, alt: site.name } : null,
    primary_contact: hasContact
      ? {
          name: contact_name,
          email: contact_email,
          phone: contact_phone,
          phone_display: displayPhone(contact_phone),
        }
      : null,
    time_zone,
    canonical_origin: canonicalOrigin(site.website, domains),
  };
}
