import type { components } from "../../../client/src/api.generated.ts";
import type { Visit } from "../frame/visit.ts";
import { campaignOf } from "./campaign.ts";
import type { FormFields } from "./form-fields.ts";

type SentFrom = Pick<
  components["schemas"]["SubmitContactFormRequest"],
  "source_page" | "utm_source" | "utm_medium" | "utm_campaign"
>;

/** What the API stores of a form beside its fields: its page, and the campaign that brought the visitor. */
export function sentFrom(visit: Visit, fields: FormFields): SentFrom {
  return { source_page: visit.url.pathname, ...campaignOf(visit, fields) };
}
