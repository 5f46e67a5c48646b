import type { Context } from "../../platform/context.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";

export const preferenceTypes = [
  "price",
  "bedrooms",
  "bathrooms",
  "locations",
  "features",
  "property_types",
] as const;
export type PreferenceType = (typeof preferenceTypes)[number];

export type Source = "inferred" | "user_added";

/**
 * A preference that the visitor stated: added, or inferred and then confirmed or rejected. The key is lower case:
 * `min`, `max` or (for a range confirmed or rejected as a whole) `price`; the type's name for rooms; the city for a
 * location; otherwise the key.
 */
export type StatedPreference = {
  type: PreferenceType;
  key: string;
  value: StatedValue;
  verdict: "added" | "confirmed" | "rejected";
  source: Source;
};

/** A bound, a range, a city or a word in the visitor's spelling, with the key in its own spelling. */
export type StatedValue = {
  key?: string;
  value?: string | number;
  min?: number | null;
  max?: number | null;
};

/** Stores a statement, replacing the earlier one with the same key. */
export async function storeStated(
  { db, clock }: Context,
  sessionId: string,
  { type, key, value, verdict, source }: StatedPreference,
): Promise<void> {
  const columns = { value: toJsonb(value), verdict, source, said_at: clock.now() };
  await db
    .insertInto("visitor_preferences")
    .values({ session_id: sessionId, type, key, ...columns })
    .onConflict((conflict) => conflict.columns(["session_id", "type", "key"]).doUpdateSet(columns))
    .execute();
}

/** Deletes statements. */
export async function deleteStated(
  { db }: Context,
  sessionId: string,
  { type, keys }: { type: PreferenceType; keys: readonly string[] },
): Promise<void> {
  await db
    .deleteFrom("visitor_preferences")
    .where("session_id", "=", sessionId)
    .where("type", "=", type)
    .where("key", "in", keys)
    .execute();
}
