import type { Visit } from "../frame/visit.ts";
import type { FormFields } from "./form-fields.ts";

/** The parameters of a link that name the campaign it belongs to. */
export const campaignNames = ["utm_source", "utm_medium", "utm_campaign"] as const;

export type Campaign = Partial<Record<(typeof campaignNames)[number], string>>;

/**
 * Where a form was sent from, and the campaign that brought the visitor (W18): the one of their first visit, which script has filled in,
 * else the one in the page's own address.
 */
export function originOf({ url, person }: Visit, fields: FormFields): Campaign & { source_page: string } {
  const first = campaignNames.map((name) => [name, fields.optional(name)] as const);
  const isKept = !person?.refusesTracking && first.some(([, value]) => value !== undefined);
  const campaign = isKept ? first : campaignNames.map((name) => [name, url.searchParams.get(name)] as const);
  return {
    source_page: url.pathname,
    ...Object.fromEntries(campaign.filter(([, value]) => value)),
  };
}
