import { AppError } from "../../platform/errors.ts";
import { preferencesOfSession, type SessionRow } from "../sessions/session-row.ts";
import { type FlatPreference, flatten } from "./flat.ts";
import { type PreferenceType, preferenceTypes } from "./stated.ts";

export const preferenceNotFound = () => new AppError("not_found", "Preference not found");

/**
 * Finds the preference that a path names, ignoring case: `price` or one of its bounds, `bedrooms` (or `min`), a city,
 * a key.
 *
 * @throws AppError 404 when there is none, or not that bound.
 */
export function findPreference(session: SessionRow, type: string, key: string): FlatPreference {
  const wanted = key.trim().toLowerCase();
  const found = flatten(preferencesOfSession(session)).find(
    (each) => each.type === type.toLowerCase() && namesOf(each).includes(wanted),
  );
  if (!found) throw preferenceNotFound();
  return found;
}

function namesOf({ type, key, min, max }: FlatPreference): string[] {
  const bounds = [...(min == null ? [] : ["min"]), ...(max == null ? [] : ["max"])];
  return [key.toLowerCase(), ...(type === "price" ? bounds : isRooms(type) ? ["min"] : [])];
}

export function isRooms(type: string): type is "bedrooms" | "bathrooms" {
  return type === "bedrooms" || type === "bathrooms";
}

export function isPreferenceType(type: string): type is PreferenceType {
  return (preferenceTypes as readonly string[]).includes(type);
}
