import type { LeadRow } from "../../lead-row.ts";
import { splitName } from "../split-name.ts";

/** As registered, until somebody corrects it; other leads have a first and a last name. */
export function nameOf(lead: Pick<LeadRow, "registered_name" | "first_name" | "last_name">): string {
  const { registered_name: registered, first_name, last_name } = lead;
  const name = `${first_name} ${last_name}`.trim();
  if (registered === null) return name;
  const parts = splitName(registered);
  return parts.first_name === first_name && parts.last_name === last_name ? registered : name;
}
