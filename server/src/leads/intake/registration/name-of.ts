import type { LeadRow } from "../../lead-row.ts";
import { splitName } from "../split-name.ts";

/** The name as registered, unless staff corrected it; otherwise first and last name. */
export function leadName(lead: Pick<LeadRow, "registered_name" | "first_name" | "last_name">): string {
  const { registered_name: registered, first_name, last_name } = lead;
  const name = `${first_name} ${last_name}`.trim();
  if (registered === null) return name;
  const parts = splitName(registered);
  return parts.first_name === first_name && parts.last_name === last_name ? registered : name;
}
