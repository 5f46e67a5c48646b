import type { Db } from "../platform/database/database.ts";
import type { ChannelName } from "./channels/channel.ts";

/** What has become of a message, as far as one knows. */
export const messageOutcomes = ["waiting", "sending", "sent", "failed", "dropped"] as const;

export type LeadMessage = {
  kind: string;
  channel: ChannelName;
  /** An address, a number, or whose browser. */
  to: string;
  outcome: (typeof messageOutcomes)[number];
  /** When it was done with; before that, when it is due. */
  at: Date;
};

/** More than a lead can come to in years of drips. */
const MOST = 1000;

/** What was written to a lead and to staff about it, oldest first; of very many, the newest. */
export async function messagesAbout(db: Db, leadId: number): Promise<LeadMessage[]> {
  const rows = await db
    .selectFrom("messages")
    .select(["kind", "channel", "recipient", "state"])
    .select(({ fn }) => fn.coalesce("finished_at", "due_at").as("at"))
    .where("lead_id", "=", leadId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(MOST)
    .execute();
  return rows.reverse().map(({ kind, channel, recipient, state, at }) => ({
    kind,
    channel: channel as ChannelName,
    to: recipient,
    outcome: state as LeadMessage["outcome"],
    at,
  }));
}
