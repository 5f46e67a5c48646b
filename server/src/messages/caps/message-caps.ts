import type { TemplateName } from "../templates/templates.ts";

const HOUR_MS = 3_600_000;
export const CAP_WINDOW_MS = 24 * HOUR_MS;
export const STAFF_WINDOW_MS = HOUR_MS;

/**
 * Mail to visitors that a caller causes by entering an address in a form: at most so many of a kind to one address in 24
 * hours. Magic links are limited where they are made (`magic-links.ts`), and drips where leads are enrolled.
 */
export const publicCaps: Partial<Record<TemplateName, number>> = {
  welcome: 3,
  privacy_confirmation: 6,
};

/** Messages to staff that a public form causes, each of which is about one visitor. */
export const alertKinds: readonly TemplateName[] = [
  "new_lead",
  "lead_returned",
  "response_breach",
  "agent_reminder",
  "broker_alert",
  "final_escalation",
];
/** Of one kind, about one visitor, to one recipient by one channel, in an hour. */
export const ALERTS_AN_HOUR = 3;
/** Of all kinds together in 24 hours. The first of each kind is always sent. */
export const ALERTS_A_DAY = 12;

/** What was sent to a recipient because of a visitor in the last 24 hours. */
export type Sent = { ofKindInHour: number; ofKindInDay: number; inDay: number };

/** @returns why a message is withheld; null when it may be sent. */
export function overCap(kind: TemplateName, sent: Sent): string | null {
  const cap = publicCaps[kind];
  if (cap !== undefined && sent.ofKindInDay >= cap) return `${cap} of these went to this address in 24 hours`;
  if (!alertKinds.includes(kind) || sent.ofKindInDay === 0) return null;
  if (sent.ofKindInHour >= ALERTS_AN_HOUR)
    return `${ALERTS_AN_HOUR} of these about this person went out in an hour`;
  if (sent.inDay >= ALERTS_A_DAY) return `${ALERTS_A_DAY} alerts about this person went out in 24 hours`;
  return null;
}
