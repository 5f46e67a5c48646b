import type { Context } from "../../platform/context.ts";

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
 * What a visitor has said themselves: something they added, or what was inferred and they have confirmed or rejected. The
 * key is in lower case: `min`, `max` or (for a range that was judged as a whole) `price`; the type's name of rooms; the city of
 * a location; else the key.
 */
export type StatedPreference = {
  type: PreferenceType;
  key: string;
  value: StatedValue;
  verdict: "added" | "confirmed" | "rejected";
  source: Source;
};

/** A bound, a range, a place or a word as it was said, with the key in its own spelling. */
export type StatedValue = {
  key?: string;
  value?: string | number;
  min?: number | null;
  max?: number | null;
};

/** Keeps what is said now, in place of what was said of the same. */
export async function state(
  { db, clock }: Context,
  sessionId: string,
  { type, key, value, verdict, source }: StatedPreference,
): Promise<void> {
  const said = { value: JSON.stringify(value), verdict, source, said_at: clock.now() };
  await db
    .insertInto("visitor_preferences")
    .values({ session_id: sessionId, type, key, ...said })
    .onConflict((conflict) => conflict.columns(["session_id", "type", "key"]).doUpdateSet(said))
    .execute();
}

/** Takes back what was said. */
export async function unstate(
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
