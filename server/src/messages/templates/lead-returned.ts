import { toE164 } from "../../platform/phone.ts";
import { type Draft, mailto } from "./draft.ts";

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
export function leadReturned({ agentName, leadName, email, phone, stage, crmUrl }: LeadReturnedData): Draft {
  const number = phone && toE164(phone);
  return {
    subject: `Back on the website: ${leadName}`,
    preview: [email, phone].filter(Boolean).join(" · "),
    body: [
      `Hello ${agentName},`,
      `${leadName} has registered on the website again. The lead is in the stage ${stage}: take it up again if that is right.`,
      {
        facts: [
          { label: "Name", value: leadName },
          { label: "Email", value: email, href: mailto(email) },
          { label: "Phone", value: phone ?? "not given", href: number ? `tel:${number}` : undefined },
        ],
      },
      { link: crmUrl, label: "Open the lead" },
    ],
  };
}
