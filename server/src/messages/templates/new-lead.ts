import { type Brief, type Draft, type Fact, leadFacts, leadPreview, type Part } from "./draft.ts";

export type NewLeadData = {
  agentName: string;
  leadName: string;
  email: string;
  phone: string | null;
  /** `Registered`, or another label of the time. */
  arrival: string;
  /** In words, in the agent's time zone. */
  arrivedAt: string;
  how: string;
  about: string | null;
  page: string | null;
  message: string | null;
  /** The lead's preferences, each in words. */
  preferences: string[];
  crmUrl: string;
  /** Whether another agent had the lead before. */
  reassigned: boolean;
};

/** To the agent who got a lead (SPEC: Alerts and notifications, Registration emails). */
export function newLead(data: NewLeadData): Draft {
  const { leadName, message } = data;
  const body: Part[] = [
    `Hello ${data.agentName},`,
    data.reassigned
      ? "A lead has been passed on to you. Please get in touch soon."
      : "You have a new lead. The sooner you get in touch, the better.",
    { facts: facts(data) },
  ];
  if (message) body.push({ quote: message, by: "Message" });
  body.push({ link: data.crmUrl, label: "Open the lead" });
  return {
    subject: `New lead assigned: ${leadName}`,
    preview: leadPreview(data),
    body,
  };
}

export function newLeadBrief({ leadName, email, phone, crmUrl, reassigned }: NewLeadData): Brief {
  return {
    title: `${reassigned ? "Lead passed on to you" : "New lead"}: ${leadName}`,
    line: phone ?? email,
    url: crmUrl,
  };
}

function facts(data: NewLeadData): Fact[] {
  const { about, page, preferences } = data;
  const rows: Fact[] = [
    ...leadFacts(data),
    { label: data.arrival, value: data.arrivedAt },
    { label: "Came by", value: data.how },
  ];
  if (about) rows.push({ label: "About", value: about });
  if (page) rows.push({ label: "On page", value: page });
  rows.push({ label: "Preferences", value: preferences.length > 0 ? preferences : "none detected yet" });
  return rows;
}
