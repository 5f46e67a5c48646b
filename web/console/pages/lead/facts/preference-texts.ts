import { money } from "../../../../shared/numbers.ts";

type Sure = { confidence?: number };

/** The preferences of a visitor, as the API keeps them with a lead. */
export type Preferences = {
  price?: ({ min?: number | null; max?: number | null } & Sure) | null;
  bedrooms?: ({ min?: number | null } & Sure) | null;
  bathrooms?: ({ min?: number | null } & Sure) | null;
  locations?: ({ value: string } & Sure)[];
  property_types?: ({ key: string } & Sure)[];
  features?: ({ key: string; value?: unknown } & Sure)[];
  negative?: { value: string }[];
  notes?: string;
};

export type Want = { label: string; confidence: number };

/** Preferences in words, the surest first; those that the person rejected (confidence 0) are left out. */
export function preferenceTexts(preferences: Preferences) {
  const { price, bedrooms, bathrooms, locations, property_types, features, negative, notes } = preferences;
  const rooms = (what: string, wish: Preferences["bedrooms"]) =>
    wish?.min ? [{ label: `${wish.min}+ ${what}`, confidence: wish.confidence ?? 100 }] : [];
  const named = (wishes: (Sure & { key: string })[] = []) =>
    wishes.map(({ key, confidence = 100 }) => ({ label: key.replaceAll("_", " "), confidence }));
  const wants: Want[] = [
    ...(price && priceText(price) ? [{ label: priceText(price), confidence: price.confidence ?? 100 }] : []),
    ...rooms("beds", bedrooms),
    ...rooms("baths", bathrooms),
    ...(locations ?? []).map(({ value, confidence = 100 }) => ({ label: value, confidence })),
    ...named(property_types),
    ...named(features),
  ];
  return {
    wants: wants
      .filter(({ confidence }) => confidence > 0)
      .sort((one, other) => other.confidence - one.confidence),
    dislikes: (negative ?? []).map(({ value }) => value.replaceAll("_", " ")),
    notes: notes?.trim() ?? "",
  };
}

function priceText({ min, max }: NonNullable<Preferences["price"]>): string {
  if (min && max) return `${money(min)} to ${money(max)}`;
  if (max) return `up to ${money(max)}`;
  return min ? `from ${money(min)}` : "";
}
