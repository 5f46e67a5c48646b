import { brokerageFields } from "./brokerages.ts";
import { imageFields } from "./images.ts";
import { leadFields } from "./leads.ts";
import { listingFields } from "./listings.ts";
import { accessFields, recordFields } from "./records.ts";
import { systemFields } from "./system.ts";

export { parameterDescriptions } from "./parameters.ts";

/**
 * What fields mean whose schemas do not say it: by the field's name, because a name has one meaning in the whole API, or as
 * `Component.field` where a kind of record needs other words.
 */
export const fieldDescriptions: Record<string, string> = {
  ...systemFields,
  ...imageFields,
  ...brokerageFields,
  ...listingFields,
  ...leadFields,
  ...accessFields,
  ...recordFields,
};
