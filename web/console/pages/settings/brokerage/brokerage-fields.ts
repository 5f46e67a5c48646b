import type { FormField } from "../../../components/form-fields.tsx";
import type { Brokerage } from "../save-brokerage.ts";

type BrokerageField = FormField & { name: keyof Brokerage };

const text = { kind: "text" } as const;
const latitude = { kind: "number", min: -90, max: 90, step: "any" } as const;
const longitude = { kind: "number", min: -180, max: 180, step: "any" } as const;

/** What is said of the brokerage, by what it is about. */
export const brokerageFieldGroups: readonly { title: string; fields: readonly BrokerageField[] }[] = [
  {
    title: "The brokerage",
    fields: [
      { ...text, name: "name", label: "Name", required: true },
      {
        ...text,
        name: "slug",
        label: "Short name",
        required: true,
        hint: "Lower case letters, digits and hyphens.",
      },
      { ...text, name: "tagline", label: "Tagline" },
      { ...text, name: "franchise_affiliation", label: "Franchise" },
      { kind: "lines", name: "description", label: "Description" },
      { ...text, name: "license_type", label: "Kind of license" },
      { ...text, name: "license_number", label: "Number of the license" },
      { kind: "check", name: "va_loans", label: "Experienced with VA loans" },
      { kind: "check", name: "military_specialist", label: "Specialist for military families" },
    ],
  },
  {
    title: "Address",
    fields: [
      { ...text, name: "address_street", label: "Street" },
      { ...text, name: "address_city", label: "City" },
      { ...text, name: "address_state", label: "State" },
      { ...text, name: "address_state_abbr", label: "State, in two letters" },
      { ...text, name: "address_zip", label: "ZIP" },
      { ...text, name: "address_country", label: "Country", required: true },
    ],
  },
  {
    title: "Map",
    fields: [
      { ...latitude, name: "map_center_lat", label: "Middle, latitude" },
      { ...longitude, name: "map_center_lng", label: "Middle, longitude" },
      {
        kind: "number",
        min: 0,
        max: 24,
        name: "map_zoom",
        label: "Zoom",
        hint: "0 is the world, 24 a house.",
      },
      { ...latitude, name: "map_bounds_north", label: "Northern edge" },
      { ...latitude, name: "map_bounds_south", label: "Southern edge" },
      { ...longitude, name: "map_bounds_east", label: "Eastern edge" },
      { ...longitude, name: "map_bounds_west", label: "Western edge" },
    ],
  },
  {
    title: "Elsewhere",
    fields: [
      { kind: "url", name: "website", label: "Website" },
      { kind: "url", name: "social_facebook", label: "Facebook" },
      { kind: "url", name: "social_instagram", label: "Instagram" },
    ],
  },
];
