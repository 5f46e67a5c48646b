import type { Preferences } from "../preferences/compose.ts";
import { type FlatPreference, flatten } from "../preferences/flat.ts";
import type { Wish } from "./match-criteria.ts";

/** Converts preferences into wishes for agent matching. Rejected preferences (confidence 0) are left out. */
export function toWishes(preferences: Preferences): Wish[] {
  return flatten(preferences)
    .filter(({ confidence }) => confidence > 0)
    .map(wishOf);
}

function wishOf({ type, key, value, min, max, confidence }: FlatPreference): Wish {
  const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  return { type, key, label: labelOf(key, value), ...bounds, confidence };
}

/** Uses the value when it is a readable name, otherwise the key in words: `yes` and `3` mean nothing on their own. */
function labelOf(key: string, value: string | number | undefined): string {
  const words = key.replaceAll(/[_-]+/g, " ").trim();
  const isName = typeof value === "string" && value.length > 3 && !/^(true|false)$/i.test(value);
  return isName ? value : words;
}
