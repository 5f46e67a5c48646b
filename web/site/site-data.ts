/** `GET /api/public/site` (W2). */
export type SiteData = {
  id: number;
  name: string;
  tagline: string | null;
  description: string | null;
  logo_url: string | null;
  logo_is_wordmark: boolean;
  logo_force_white: boolean;
  /** `#RRGGBB` */
  primary_color: string | null;
  hero_headline: string | null;
  hero_subtitle: string | null;
  hero_search_examples: string[];
  nav_main: NavItem[];
  nav_footer: NavItem[];
  feature_semantic_search: boolean;
  feature_map_search: boolean;
  feature_favorites: boolean;
  feature_contact_form: boolean;
  feature_virtual_tours: boolean;
  feature_mortgage_calculator: boolean;
  license_type: string | null;
  license_number: string | null;
  franchise_affiliation: string | null;
  va_loans: boolean;
  military_specialist: boolean;
  social_facebook: string | null;
  social_instagram: string | null;
  address_street: string | null;
  address_city: string | null;
  address_state: string | null;
  address_state_abbr: string | null;
  address_zip: string | null;
  address_country: string;
  primary_contact: { name: string; email: string; phone: string | null; title: string | null; photo_url: string | null } | null;
  /** IANA name. */
  time_zone: string;
  /** Such as `https://homes.example` (W5); null when the brokerage has only loopback hosts. */
  canonical_origin: string | null;
};

export type NavItem = { label: string; href: string; children?: { label: string; href: string }[] };
