import type { FormField } from "../../../components/form-fields.tsx";
import type { Brokerage } from "../save-brokerage.ts";

type BrandingField = FormField & { name: keyof Brokerage };

const check = { kind: "check" } as const;

/** How the website looks, and what it says first. */
export const brandingFieldGroups: readonly { title: string; fields: readonly BrandingField[] }[] = [
  {
    title: "Look",
    fields: [
      {
        kind: "text",
        name: "primary_color",
        label: "Color",
        hint: "#RRGGBB. Shades that are easy to read are made of it. Empty: Lintel's own.",
      },
      { kind: "url", name: "logo_url", label: "Address of the logo", hint: "A copy of it is kept." },
      { ...check, name: "logo_is_wordmark", label: "The logo has the name in it" },
      { ...check, name: "logo_force_white", label: "All white on dark pages" },
    ],
  },
  {
    title: "The first page",
    fields: [
      { kind: "text", name: "hero_headline", label: "Headline", wide: true },
      { kind: "lines", name: "hero_subtitle", label: "Below it" },
      {
        kind: "lines",
        name: "hero_search_examples",
        label: "Examples of searches",
        hint: "One a line, in the words of a visitor.",
      },
    ],
  },
  {
    title: "What the website has",
    fields: [
      { ...check, name: "feature_semantic_search", label: "Search in plain words" },
      { ...check, name: "feature_map_search", label: "Map" },
      { ...check, name: "feature_favorites", label: "Favorites and saved searches" },
      { ...check, name: "feature_contact_form", label: "Contact forms" },
      { ...check, name: "feature_virtual_tours", label: "Links to virtual tours" },
      { ...check, name: "feature_mortgage_calculator", label: "Payment calculator" },
    ],
  },
];

/** Lines of these are a list. */
export const listFields = ["hero_search_examples"];
