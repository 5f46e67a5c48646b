import { type Draft, leadFacts, leadPreview } from "./draft.ts";

export type LeadReturnedData = {
  agentName: string;
  leadName: string;
  email: string;
  phone: string | null;
  /** The lead's stage, in words. */
  stage: string;
  crmUrl: string;
  /** A new telephone number from the form, when the lead has another one. It is unverified. */
  otherPhone?: string;
};

/**
 * To the agent of a lead whose person returns: after the lead has left the pipeline, or with another telephone number.
 */
export function leadReturned(data: LeadReturnedData): Draft {
  const { agentName, leadName, stage, crmUrl, otherPhone } = data;
  return {
    subject: `Back on the website: ${leadName}`,
    preview: leadPreview(data),
    body: [
      `Hello ${agentName},`,
      otherPhone === undefined
        ? `${leadName} has registered on the website again. The lead is in the stage ${stage}: take it up again if that is right.`
        : `Somebody has sent a form in the name of ${leadName} with another telephone: ${otherPhone}. The lead keeps the one it has ` +
          "until you accept the other one, as an unverified contact on the lead's timeline.",
      { facts: leadFacts(data) },
      { link: crmUrl, label: "Open the lead" },
    ],
  };
}
