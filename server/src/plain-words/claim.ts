import type { Denied, Filters } from "./interpretation.ts";

/** A span of query tokens and its meaning. */
export type Claim = {
  from: number;
  /** Exclusive end. */
  to: number;
  /**
   * Null for a meaning that is no filter, such as an address or a number of something else: those words stay in the
   * remaining text. Empty for denied words, which are removed from it.
   */
  filters: Filters | null;
  denies?: Partial<Denied>;
  /** Whether the span is a name, such as that of a place, in which features and property types are not looked for. */
  isName?: boolean;
};
