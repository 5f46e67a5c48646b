import type { Visit } from "../frame/visit.ts";
import type { FormFields } from "./form-fields.ts";

/** Parameters of links in campaigns. */
export const CAMPAIGN_PARAMETERS = ["utm_source", "utm_medium", "utm_campaign"] as const;

export type Campaign = Partial<Record<(typeof CAMPAIGN_PARAMETERS)[number], string>>;

/**
 * The campaign that brought a visitor to a form (W18): the first one that script has kept, in fields of the form, else that of the page's
 * own address, to which the form is sent.
 */
export function campaignOf({ url }: Visit, fields: FormFields): Campaign {
  const isKept = CAMPAIGN_PARAMETERS.some((name) => fields.get(name));
  const read = (name: string) => (isKept ? fields.get(name) : (url.searchParams.get(name) ?? "").trim());
  return Object.fromEntries(
    CAMPAIGN_PARAMETERS.flatMap((name) => {
      const value = read(name);
      return value ? [[name, value]] : [];
    }),
  );
}
