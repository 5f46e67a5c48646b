import { brokerageFields } from "./brokerages.ts";
import { imageFields } from "./images.ts";
import { leadFields } from "./leads.ts";
import { listingFields } from "./listings.ts";
import { accessFields, recordFields } from "./records.ts";
import { systemFields } from "./system.ts";

export { parameterDescriptions } from "./parameters.ts";

/**
 * What fields mean whose schemas do not say it: by the field's name where it means the same in every
 * component that has it, else as `Component.field`.
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
