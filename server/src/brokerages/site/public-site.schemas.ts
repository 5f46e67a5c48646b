import { type Static, Type } from "typebox";
import { Image } from "../../photos/index.ts";
import { Component, PickComponent } from "../../platform/http/component.ts";
import { Nullable } from "../../platform/http/list-envelope.ts";
import { Brokerage } from "../brokerages.schemas.ts";

const SiteBrokerage = PickComponent("SiteBrokerage", Brokerage, [
  "id",
  "slug",
  "name",
  "tagline",
  "description",
  "logo_url",
  "logo_is_wordmark",
  "logo_force_white",
  "primary_color",
  "hero_headline",
  "hero_subtitle",
  "hero_search_examples",
  "nav_main",
  "nav_footer",
  "feature_semantic_search",
  "feature_map_search",
  "feature_favorites",
  "feature_contact_form",
  "feature_virtual_tours",
  "feature_mortgage_calculator",
  "license_type",
  "license_number",
  "franchise_affiliation",
  "va_loans",
  "military_specialist",
  "address_street",
  "address_city",
  "address_state",
  "address_state_abbr",
  "address_zip",
  "address_country",
  "map_center_lat",
  "map_center_lng",
  "map_zoom",
  "map_bounds_north",
  "map_bounds_south",
  "map_bounds_east",
  "map_bounds_west",
  "website",
  "social_facebook",
  "social_instagram",
]);

/** The columns of the brokerage that its website shows. */
export const siteFields = Object.keys(SiteBrokerage.properties) as (keyof typeof SiteBrokerage.properties)[];

const PrimaryContact = Component("SiteContact", {
  name: Type.String(),
  email: Type.String(),
  phone: Nullable(Type.String({ description: "In E.164: +12085550100" })),
  phone_display: Nullable(Type.String({ description: "For display: (208) 555-0100" })),
});

/** web.md, W2. */
export const PublicSite = Component("PublicSite", {
  ...SiteBrokerage.properties,
  logo_image: Nullable(Image),
  primary_contact: Nullable(PrimaryContact),
  time_zone: Type.String({ description: "IANA name of the brokerage's time zone, from its lead settings" }),
  canonical_origin: Nullable(
    Type.String({
      description:
        "The origin of canonical addresses: the host of `website` if it is a domain of the brokerage, else its oldest domain, with https. null: it has only domains of this machine, such as localhost",
    }),
  ),
});
export type PublicSite = Static<typeof PublicSite>;
