/** The first listing of a source of generated keys was changed then; each later one a millisecond after it. */
export const FIRST_CHANGE = "2026-05-01T00:00:00.000Z";
const FIRST = Date.parse(FIRST_CHANGE);
const DIGITS = 7;

/** What a reconcile is answered about the nth listing; `fillKeys` stores the same. */
export function syntheticKey(nth: number) {
  return {
    ListingKey: `K${String(nth).padStart(DIGITS, "0")}`,
    ModificationTimestamp: new Date(FIRST + nth).toISOString(),
    StandardStatus: "Active",
    MlgCanView: true,
  };
}
