import type { Incomplete } from "./file-facts.ts";

/** So many may be removed at any share. */
const ALWAYS_REMOVED = 50;

/** What became of the listings of a source that its complete file does not have. */
export type Removal = {
  /** `held`: nothing was removed, for the reason in `error`. `interrupted`: some were. */
  state: "succeeded" | "held" | "interrupted";
  /** The source's listings before the import. */
  listings: number;
  /** Those of them that the file does not have; null when that is unknown. */
  missing: number | null;
  removed: number;
  error: { code: HeldCode; message: string } | null;
};
type HeldCode = Incomplete["code"] | "unreadable_keys" | "removals_held";

/** `unreadable`: rows whose listing is unknown. `offered`: listings of the file. */
type Counts = { listings: number; offered: number; unreadable: number };

/** Why the file cannot stand for the whole source; null when it can. */
export function reasonToHold(
  incomplete: Incomplete | null,
  { offered, unreadable, listings }: Counts,
): Removal["error"] {
  if (incomplete) return incomplete;
  if (unreadable > 0) {
    return {
      code: "unreadable_keys",
      message: `The keys of ${unreadable} rejected rows cannot be read, so it is unknown which listings they are`,
    };
  }
  if (offered > 0 || listings === 0) return null;
  return {
    code: "removals_held",
    message: "The file has no listings. To remove all listings of a source, remove the source",
  };
}

/** Whether more would be removed at once than the guard allows. */
export function exceedsGuard(removal: { missing: number; listings: number; percent: number }): boolean {
  const { missing, listings, percent } = removal;
  return missing > ALWAYS_REMOVED && missing * 100 > percent * listings;
}

/** The removal guard (feeds.md: a removal of more than its percentage is held). */
export function guardRemoval(missing: number, listings: number, percent: number): Removal["error"] {
  if (!exceedsGuard({ missing, listings, percent })) return null;
  return {
    code: "removals_held",
    message: `The file lacks ${missing} of ${listings} listings of the source, more than ${percent} percent. If they are to be removed, import it with a removal guard of ${Math.ceil((missing * 100) / listings)} percent`,
  };
}
