import { agentReminder, brokerAlert, finalEscalation, responseBreach } from "./alerts.ts";
import { type Brief, codePart, type Draft, type Template } from "./draft.ts";
import { feedHeld, feedLate, feedRecovered } from "./feed-alarms.ts";
import { followUpDue } from "./follow-up-due.ts";
import { leadReturned } from "./lead-returned.ts";
import { newLead, newLeadBrief } from "./new-lead.ts";
import {
  privacyConfirmation,
  privacyErasureConfirmed,
  privacyErasureDone,
  privacyExportReady,
} from "./privacy.ts";
import { searchAlert, searchAlertBrief, searchAlertsPaused, searchConfirmation } from "./search-alerts.ts";
import { signInLink } from "./sign-in-link.ts";
import { webhookDisabled } from "./webhook-disabled.ts";
import { welcome } from "./welcome.ts";

type MagicLinkData = { brokerage: string; url: string; code?: string };

/** To the address that a visitor enters to save favorites (SPEC: Magic link). */
function magicLink({ brokerage, url, code }: MagicLinkData): Draft {
  return {
    subject: `Your link to ${brokerage}: favorites on all your devices`,
    preview: "It works once, and for 15 minutes.",
    body: [
      "Hello,",
      `Somebody, probably you, has asked for a link to their favorite homes at ${brokerage.replace(/\.$/, "")}. It brings them to every device ` +
        "that you open such a link on.",
      { link: url, label: "Open my favorites" },
      ...codePart(code),
      "The link works once, and for 15 minutes. If you did not ask for it, there is nothing for you to do: nothing happens " +
        "unless it is used, so please do not pass this email on.",
    ],
  };
}

/** A step of a drip sequence, with its placeholders filled in. */
type DripStepData = { subject: string; body: string };

/** To an enrolled lead: the brokerage's own text (SPEC: Drip sequence). */
export function dripStep({ subject, body }: DripStepData): Draft {
  return { subject, body: [{ prose: body }] };
}

/**
 * The templates of all messages: as a mail, and in a short version for texts and pushes. A message stores its
 * template's name and data until it is sent.
 */
export const templates = {
  new_lead: { mail: newLead, brief: newLeadBrief },
  lead_returned: { mail: leadReturned },
  welcome: { mail: welcome },
  response_breach: responseBreach,
  agent_reminder: agentReminder,
  broker_alert: brokerAlert,
  final_escalation: finalEscalation,
  follow_up_due: followUpDue,
  drip_step: { mail: dripStep },
  magic_link: { mail: magicLink },
  privacy_confirmation: { mail: privacyConfirmation },
  privacy_export_ready: { mail: privacyExportReady },
  privacy_erasure_confirmed: { mail: privacyErasureConfirmed },
  privacy_erasure_done: { mail: privacyErasureDone },
  search_confirmation: { mail: searchConfirmation },
  search_alert: { mail: searchAlert, brief: searchAlertBrief },
  search_alerts_paused: { mail: searchAlertsPaused },
  sign_in_link: { mail: signInLink },
  webhook_disabled: { mail: webhookDisabled },
  feed_held: { mail: feedHeld },
  feed_late: { mail: feedLate },
  feed_recovered: { mail: feedRecovered },
} as const satisfies Record<string, Template<never>>;

export type TemplateName = keyof typeof templates;

/** Unsolicited mail, with one-click unsubscribe (RFC 8058). */
export const marketing: readonly TemplateName[] = ["drip_step"];

export type TemplateData<Name extends TemplateName> = Parameters<(typeof templates)[Name]["mail"]>[0];

/** The short version of a message. */
export function briefOf(name: TemplateName, data: object): Brief {
  const { brief } = templates[name] as Template<object>;
  if (!brief) throw new Error(`${name} goes by mail alone`);
  return brief(data);
}
