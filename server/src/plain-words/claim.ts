import type { Denied, Filters } from "./interpretation.ts";

/** Some tokens of a query and what they mean. */
export type Claim = {
  from: number;
  /** The token behind the last. */
  to: number;
  /**
   * Null where they mean something that is no filter, such as an address or a number of something else; such words stay in the text. Empty for
   * words that are denied and leave the text.
   */
  filters: Filters | null;
  denies?: Partial<Denied>;
  /** Whether no feature or kind of property is named there, as in the name of a place. */
  isName?: boolean;
};
