import type { Draft } from "./draft.ts";
import { leadFacts, leadPreview } from "./lead-facts.ts";

export type LeadReturnedData = {
  agentName: string;
  leadName: string;
  email: string;
  phone: string | null;
  /** Where the lead stands, in words. */
  stage: string;
  crmUrl: string;
};

/** To the agent of a lead that has left the pipeline, when the same person registers again. */
export function leadReturned(data: LeadReturnedData): Draft {
  const { agentName, leadName, stage, crmUrl } = data;
  return {
    subject: `Back on the website: ${leadName}`,
    preview: leadPreview(data),
    body: [
      `Hello ${agentName},`,
      `${leadName} has registered on the website again. The lead is in the stage ${stage}: take it up again if that is right.`,
      { facts: leadFacts(data) },
      { link: crmUrl, label: "Open the lead" },
    ],
  };
}
