import { LRUCache } from "lru-cache";
import { featureByEntry, findFeatures } from "../../plain-words/index.ts";

/** Entries of feeds repeat: some hundred of an MLS. */
const ENTRIES_KEPT = 20_000;
const keysOfEntries = new LRUCache<string, readonly string[]>({ max: ENTRIES_KEPT });

/** Stands for features that are hidden: none that a filter may name, but unlike none at all, so that `without` does not match either. */
export const HIDDEN_FEATURES = [""];

/**
 * The words by which a listing's features are found (search.md of the design, D05): each entry of its own list, and the keys of the vocabulary that
 * it names. `Gas Fireplace` is found by itself and by `fireplace`.
 */
export function featureWords(entries: readonly string[]): string[] {
  return [...new Set(entries.flatMap((entry) => [entry.toLowerCase(), ...keysOf(entry)]))];
}

function keysOf(entry: string): readonly string[] {
  const known = keysOfEntries.get(entry);
  if (known) return known;
  const alone = featureByEntry(entry);
  const keys = alone === undefined ? findFeatures(entry) : [alone];
  keysOfEntries.set(entry, keys);
  return keys;
}
