import type { BrokerageBranding } from "../../../brokerages/index.ts";
import type { PersonAsRecipient } from "../../../leads/index.ts";
import type { ShownHome } from "../../../listings/index.ts";
import type { SearchAlertData } from "../../../messages/index.ts";
import type { DueAlert } from "../due-alerts.sql.ts";
import type { Recipient } from "../recipients.ts";
import type { AlertLinks } from "./alert-links.ts";
import type { AlertedClient, ReportedHome } from "./reported-homes.ts";

/** Homes that a mail shows; others are counted (search.md, D48). */
export const MAX_HOMES = 20;

export type AlertToCompose = { alert: DueAlert; recipient: Recipient };

/** An alert with something to tell. */
export type ComposedAlert = {
  data: SearchAlertData;
  /** Searches of staff that it introduces to their client. */
  introduces: number[];
  /** Whether it says that unanswered alerts are weekly from now on. */
  announcesWeekly: boolean;
  person: PersonAsRecipient;
  replyTo: string | null;
};

/** What the content of an alert is made of. */
export type Composing = {
  alert: DueAlert;
  client: AlertedClient;
  homes: readonly ReportedHome[];
  person: PersonAsRecipient;
  branding: BrokerageBranding;
  /** The first of the homes. One that is not public any more is missing. */
  shown: ReadonlyMap<number, ShownHome>;
  links: AlertLinks;
};
