import type { Preferences } from "../preferences/compose.ts";
import { type FlatPreference, flatten } from "../preferences/flat.ts";
import type { Wish } from "./match-criteria.ts";

/** What the visitor looks for, as agents are compared with it; what they have rejected is none of it. */
export function toWishes(preferences: Preferences): Wish[] {
  return flatten(preferences)
    .filter(({ confidence }) => confidence > 0)
    .map(wishOf);
}

function wishOf({ type, key, value, min, max, confidence }: FlatPreference): Wish {
  const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  return { type, key, label: labelOf(key, value), ...bounds, confidence };
}

/** The key in words, where the value says nothing that could be read: `yes`, `3`. */
function labelOf(key: string, value: string | number | undefined): string {
  const words = key.replaceAll(/[_-]+/g, " ").trim();
  const isName = typeof value === "string" && value.length > 3 && !/^(true|false)$/i.test(value);
  return isName ? value : words;
}
