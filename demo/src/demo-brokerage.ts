/** The brokerage of a first start, with every field filled, so that a website can show all of them. */
export const demoBrokerage = {
  slug: "demo",
  name: "Sawtooth & Snake Realty",
  tagline: "Idaho homes, from the foothills to the lakes",
  description: "The demonstration brokerage of Lintel. Its listings, agents and pictures are invented.",
  address_street: "100 N Capitol Blvd",
  address_city: "Boise",
  address_state: "Idaho",
  address_state_abbr: "ID",
  address_zip: "83702",
  map_center_lat: 43.615,
  map_center_lng: -116.202,
  map_zoom: 10,
  map_bounds_north: 49.0,
  map_bounds_south: 41.99,
  map_bounds_east: -111.04,
  map_bounds_west: -117.25,
  license_type: "Designated Broker",
  license_number: "DB-00000",
  primary_color: "#1F5C7A",
  social_facebook: "https://facebook.example/sawtooth-snake",
  social_instagram: "https://instagram.example/sawtooth-snake",
  va_loans: true,
  military_specialist: true,
  hero_headline: "Find your place in Idaho",
  hero_subtitle: "Search every home by what matters to you",
  hero_search_examples: [
    "3 bedrooms in Meridian under $500,000",
    "Cabin near McCall with a wood stove",
    "Acreage with a shop in Canyon County",
  ],
  nav_main: [
    { label: "Buy", href: "/homes" },
    { label: "Sell", href: "/sell" },
    { label: "Agents", href: "/agents" },
  ],
  nav_footer: [
    { label: "Contact", href: "/contact" },
    { label: "Privacy", href: "/privacy" },
  ],
};

export const demoDomains = ["localhost", "127.0.0.1", "demo.localhost"];
