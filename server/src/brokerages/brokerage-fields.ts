import { Type } from "typebox";
import { violatedIndex } from "../platform/database/connection-errors.ts";
import { AppError } from "../platform/errors.ts";
import { Component } from "../platform/http/component.ts";
import { BlankableText, Text, WebAddress } from "../platform/http/fields.ts";
import { Nullable } from "../platform/http/list-envelope.ts";

const Latitude = () => Nullable(Type.Number({ minimum: -90, maximum: 90 }));
const Longitude = () => Nullable(Type.Number({ minimum: -180, maximum: 180 }));
const Address = () => Nullable(WebAddress());
const Words = (maxLength: number) => Nullable(BlankableText(maxLength));

const NavLink = {
  label: Text(100),
  href: Type.String({
    trim: true,
    format: "link",
    maxLength: 2000,
    description: "An http or https address, a path, #…, mailto: or tel:",
  }),
};
const NavItem = Component("NavItem", {
  ...NavLink,
  children: Type.Optional(Type.Array(Type.Object(NavLink), { maxItems: 50 })),
});

/** The fields that cannot be null. */
export const requiredFields = {
  slug: Type.String({
    trim: true,
    maxLength: 100,
    format: "slug",
    description: "Lower case letters, digits and hyphens; unique",
  }),
  name: Text(200),
};

/** SPEC: Brokerage. `null` clears an optional field. */
export const optionalFields = {
  tagline: Words(300),
  description: Words(10_000),
  address_street: Words(200),
  address_city: Words(100),
  address_state: Words(100),
  address_state_abbr: Words(10),
  address_zip: Words(20),
  address_country: Text(100, { description: "By default US" }),
  map_center_lat: Latitude(),
  map_center_lng: Longitude(),
  map_zoom: Nullable(Type.Integer({ minimum: 0, maximum: 24 })),
  map_bounds_north: Latitude(),
  map_bounds_south: Latitude(),
  map_bounds_east: Longitude(),
  map_bounds_west: Longitude(),
  feature_semantic_search: Type.Boolean(),
  feature_map_search: Type.Boolean(),
  feature_favorites: Type.Boolean(),
  feature_contact_form: Type.Boolean(),
  feature_virtual_tours: Type.Boolean(),
  feature_mortgage_calculator: Type.Boolean(),
  license_type: Words(100),
  license_number: Words(100),
  logo_url: Address(),
  logo_is_wordmark: Type.Boolean({ description: "The logo contains the brand's name" }),
  logo_force_white: Type.Boolean({ description: "All white in dark mode" }),
  primary_color: Nullable(Type.String({ format: "hex-color", description: "#RRGGBB" })),
  social_facebook: Address(),
  social_instagram: Address(),
  franchise_affiliation: Words(200),
  va_loans: Type.Boolean(),
  military_specialist: Type.Boolean(),
  website: Address(),
  hero_headline: Words(300),
  hero_subtitle: Words(1000),
  hero_search_examples: Type.Array(Text(300), { maxItems: 50 }),
  nav_main: Type.Array(NavItem, { maxItems: 50 }),
  nav_footer: Type.Array(NavItem, { maxItems: 50 }),
};

/** Runs a statement that stores a slug. @throws AppError 400 `Slug already exists` (SPEC: Errors). */
export async function rejectTakenSlug<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    // For concurrent requests with one slug, only the unique index detects the conflict.
    if (violatedIndex(error) === "brokerages_slug_key") {
      throw new AppError("bad_request", "Slug already exists", { cause: error });
    }
    throw error;
  }
}

type Bounds = { map_bounds_north?: number | null; map_bounds_south?: number | null };

/**
 * Validates the map as it will be stored, also when only one edge was sent. East may be less than west: such a box
 * crosses the 180th meridian.
 *
 * @throws AppError 422 when north is not above south.
 */
export function checkMap({ map_bounds_north: north, map_bounds_south: south }: Bounds): void {
  if (north == null || south == null || north > south) return;
  throw new AppError("invalid", [
    {
      loc: ["body", "map_bounds_north"],
      msg: "map_bounds_north must be greater than map_bounds_south",
      type: "value_error",
    },
  ]);
}
