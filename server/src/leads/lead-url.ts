import type { Context } from "../platform/context.ts";

/** The link to a lead in messages for staff: the back office, or without one the API. */
export function leadUrl({ config: { adminAppUrl, publicApiUrl } }: Context, leadId: number): string {
  return adminAppUrl ? `${adminAppUrl}/leads/${leadId}` : `${publicApiUrl}/api/v1/admin/leads/${leadId}`;
}
