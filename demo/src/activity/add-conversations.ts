import { addLeadNote, logLeadContact } from "../../../server/src/leads/index.ts";
import type { Context } from "../../../server/src/platform/context.ts";
import type { StoredLead } from "../leads/add-leads.ts";
import { asPerson, hoursAgo } from "../leads/staff-actor.ts";
import type { Demo } from "./demo.ts";

type Conversation = { of: string; ago: number; note: string } & (
  | { how: "note" }
  | { how: "call" | "email" | "text"; direction: "inbound" | "outbound" }
);

const CONVERSATIONS: readonly Conversation[] = [
  {
    of: "Rufus Delaney",
    ago: 75,
    how: "call",
    direction: "outbound",
    note: "Twenty minutes: the yard decides.",
  },
  { of: "Rufus Delaney", ago: 29, how: "text", direction: "inbound", note: "Saturday works for both of us." },
  {
    of: "Saskia Wray",
    ago: 100,
    how: "email",
    direction: "inbound",
    note: "Sent photos of the house they restored.",
  },
  { of: "Saskia Wray", ago: 70, how: "note", note: "Original windows matter more than the kitchen." },
  { of: "Saskia Wray", ago: 7, how: "call", direction: "outbound", note: "Likes the 1910 foursquare." },
  { of: "Lucinda Farrow", ago: 44, how: "call", direction: "outbound", note: "First showing went well." },
  {
    of: "Lucinda Farrow",
    ago: 21,
    how: "text",
    direction: "inbound",
    note: "Can we see it again with my brother?",
  },
  {
    of: "Otto Kirkegaard",
    ago: 28,
    how: "email",
    direction: "outbound",
    note: "Sent the builder's finish list.",
  },
  { of: "Petra Lomax", ago: 26, how: "call", direction: "outbound", note: "Inspector is booked for Friday." },
  { of: "Winifred Oakes", ago: 50, how: "note", note: "The roof's warranty carries over to the buyer." },
  {
    of: "Jorah Winterbourne",
    ago: 33,
    how: "email",
    direction: "inbound",
    note: "Signed disclosures attached.",
  },
];

/** Adds calls, letters, texts and notes to leads, in the name of their agents; follow-ups that are booked stay as they are. */
export async function addConversations(ctx: Context, { brokerageId, leads }: Demo): Promise<void> {
  for (const conversation of CONVERSATIONS) {
    const { id: lead_id, person } = leads.get(conversation.of) as StoredLead;
    const then = asPerson(hoursAgo(ctx, conversation.ago), brokerageId, person);
    if (conversation.how === "note") await addLeadNote(then, { lead_id, note: conversation.note });
    else {
      const { how: channel, direction, note } = conversation;
      await logLeadContact(then, { lead_id, channel, direction, note });
    }
  }
}
