import { type Brief, type Draft, type Fact, leadFacts, leadPreview, type Template } from "./draft.ts";

/** The data of every alert about a lead that waits for its first contact. */
export type AlertData = {
  /** The recipient's name. */
  name: string;
  leadName: string;
  email: string;
  phone: string | null;
  /** In words, in the recipient's time zone. */
  arrivedAt: string;
  /** How long the lead has waited: `10 minutes`. */
  waited: string;
  /** The response target: `5 minutes`. */
  target: string;
  /** The assigned agent; null: unassigned. */
  agentName: string | null;
  /** Whether the lead is assigned to the recipient. */
  isOwn: boolean;
  crmUrl: string;
};

type Words = { title: (data: AlertData) => string; text: (data: AlertData) => string };

/** SPEC: Alerts and notifications. */
export const responseBreach = alert({
  title: ({ leadName }) => `Response time passed: ${leadName}`,
  text: ({ leadName, target, isOwn }) =>
    `${leadName} should have heard from ${isOwn ? "you" : "us"} within ${target}, and has not yet. It is not too late.`,
});

export const agentReminder = alert({
  title: ({ leadName }) => `Reminder: ${leadName} is waiting`,
  text: ({ leadName, waited }) =>
    `${leadName} has been waiting for ${waited} to hear from you. Please get in touch, or ask a colleague to.`,
});

export const brokerAlert = alert({
  title: ({ leadName }) => `A lead is waiting: ${leadName}`,
  text: ({ leadName, waited, agentName }) =>
    agentName === null
      ? `${leadName} has been waiting for ${waited}, and no agent has the lead. Please give it to somebody.`
      : `${leadName} has been waiting for ${waited} to hear from ${agentName}.`,
});

export const finalEscalation = alert({
  title: ({ leadName }) => `Still no contact: ${leadName}`,
  text: ({ leadName, waited, agentName }) =>
    `${leadName} has not been contacted for ${waited}. ` +
    (agentName === null ? "No agent has the lead." : `${agentName} has the lead.`) +
    " This is the last alert about it.",
});

function alert({ title, text }: Words): Required<Template<AlertData>> {
  return {
    mail: (data): Draft => ({
      subject: title(data),
      preview: leadPreview(data),
      body: [
        `Hello ${data.name},`,
        text(data),
        { facts: facts(data) },
        { link: data.crmUrl, label: "Open the lead" },
      ],
    }),
    brief: (data): Brief => ({
      title: title(data),
      line: `Waiting for ${data.waited}. ${data.phone ?? data.email}`,
      url: data.crmUrl,
    }),
  };
}

function facts(data: AlertData): Fact[] {
  const rows = [...leadFacts(data), { label: "Arrived", value: data.arrivedAt }];
  return data.isOwn ? rows : [...rows, { label: "Agent", value: data.agentName ?? "unassigned" }];
}
