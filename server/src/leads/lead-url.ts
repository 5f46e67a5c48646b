import type { Context } from "../platform/context.ts";

/** Where staff read on: the back office, or without one the lead as the API has it. */
export function leadUrl({ config: { adminAppUrl, publicApiUrl } }: Context, leadId: number): string {
  return adminAppUrl ? `${adminAppUrl}/leads/${leadId}` : `${publicApiUrl}/api/v1/admin/leads/${leadId}`;
}
