import type { Visit } from "../frame/visit.ts";
import type { FormFields } from "./form-fields.ts";

/** Parameters of links in campaigns. */
export const CAMPAIGN_PARAMETERS = ["utm_source", "utm_medium", "utm_campaign"] as const;

export type Campaign = Partial<Record<(typeof CAMPAIGN_PARAMETERS)[number], string>>;

/**
 * The campaign that brought a visitor to a form (W18): the first one that script has kept, in fields of the form, else that of the address
 * of the form's page.
 */
export function campaignOf({ url, formPage }: Visit, fields: FormFields): Campaign {
  const isKept = CAMPAIGN_PARAMETERS.some((name) => fields.get(name));
  const { searchParams } = formPage ?? url;
  const read = (name: string) => (isKept ? fields.get(name) : (searchParams.get(name) ?? "").trim());
  return Object.fromEntries(
    CAMPAIGN_PARAMETERS.flatMap((name) => {
      const value = read(name);
      return value ? [[name, value]] : [];
    }),
  );
}
