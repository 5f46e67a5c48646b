import { campaignOf } from "../forms/campaign.ts";
import type { FormState } from "../forms/form-state.ts";
import { useVisit } from "../frame/visit-context.ts";

/** The campaign of a refused form that was sent from another page: the address of this page does not have it. */
export function CampaignFields({ form }: { form: FormState | null }) {
  const visit = useVisit();
  if (!form) return null;
  return (
    <>
      {Object.entries(campaignOf(visit, form.fields)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
