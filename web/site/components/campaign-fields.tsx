import { campaignNames } from "../forms/campaign.ts";

/** Empty fields into which script writes the campaign of the first visit (W18). */
export function CampaignFields() {
  return (
    <>
      {campaignNames.map((name) => (
        <input key={name} type="hidden" name={name} value="" data-campaign />
      ))}
    </>
  );
}
