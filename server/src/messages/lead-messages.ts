import type { Db } from "../platform/database/database.ts";
import type { ChannelName } from "./message.ts";

/** What has become of a message, as far as one knows. */
export const messageOutcomes = ["waiting", "sending", "sent", "failed", "dropped", "withheld"] as const;

export type LeadMessage = {
  kind: string;
  channel: ChannelName;
  /** An address, a number, or whose browser. */
  to: string;
  outcome: (typeof messageOutcomes)[number];
  /** When it was done with; before that, when it is due. */
  at: Date;
  /** Of one that was withheld. */
  reason?: string;
};

/** More than a lead can come to in years of drips. */
const MOST = 1000;

/** What was written to a lead and to staff about it, oldest first; of very many, the newest. */
export async function messagesAbout(db: Db, leadId: number): Promise<LeadMessage[]> {
  const rows = await db
    .selectFrom("messages")
    .select(["kind", "channel", "recipient", "state", "failure"])
    .select(({ fn }) => fn.coalesce("finished_at", "due_at").as("at"))
    .where("lead_id", "=", leadId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(MOST)
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
