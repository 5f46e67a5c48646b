import type { Db } from "../platform/database/database.ts";
import type { ChannelName } from "./message.ts";

/** The known outcome of a message. */
export const messageOutcomes = ["waiting", "sending", "sent", "failed", "dropped", "withheld"] as const;

export type LeadMessage = {
  kind: string;
  channel: ChannelName;
  /** An address, a number, or the owner of a browser. */
  to: string;
  outcome: (typeof messageOutcomes)[number];
  /** When it was finished; before that, when it is due. */
  at: Date;
  /** Only of a withheld message. */
  reason?: string;
};

/** More than years of drips. */
const MAX_MESSAGES = 1000;

/** The messages to a lead and to staff about it, oldest first; above the limit, the newest. */
export async function messagesAbout(db: Db, leadId: number): Promise<LeadMessage[]> {
  const rows = await db
    .selectFrom("messages")
    .select(["kind", "channel", "recipient", "state", "failure"])
    .select(({ fn }) => fn.coalesce("finished_at", "due_at").as("at"))
    .where("lead_id", "=", leadId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_MESSAGES)
    .execute();
  return rows.reverse().map(({ kind, channel, recipient, state, failure, at }) => ({
    kind,
    channel: channel as ChannelName,
    to: recipient,
    outcome: state as LeadMessage["outcome"],
    at,
    ...(state === "withheld" && failure !== null && { reason: failure }),
  }));
}
