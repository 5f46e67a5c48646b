import type { IdSet } from "../id-set.ts";
import type { Log } from "../log.ts";

export type VectorIndexOptions = {
  /** Where it is kept between starts; null: in memory alone. */
  folder: string | null;
  /** All that distinguishes one index from another, the model's id among it. */
  name: string;
  dimensions: number;
  log: Log;
  /** So many vectors are compared one by one; beyond that a graph is built. 250,000. */
  exactUpTo?: number;
  /** The threads died and came back; what they had that was not saved is gone. To be fed again from `revision`. */
  onLost?: (revision: number) => void;
};

export type SearchFilter = { k: number; among: IdSet | null };
