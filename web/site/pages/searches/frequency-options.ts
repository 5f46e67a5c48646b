import type { components } from "../../../../client/src/api.generated.ts";
import { searchesTexts } from "../../texts/searches.ts";

export type Frequency = components["schemas"]["SavedSearch"]["frequency"];

/** How often alerts come, for a choice. */
export const frequencyOptions = Object.entries(searchesTexts.frequencies).map(([value, label]) => ({
  value: value as Frequency,
  label,
}));

/** The frequency that a form names; undefined where it names none. */
export function frequencyOf(text: string): Frequency | undefined {
  return frequencyOptions.find(({ value }) => value === text)?.value;
}
