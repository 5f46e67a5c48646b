import type { Schema } from "../../../app/api.ts";
import { ownMoment } from "../../../app/time-zone.ts";
import type { IconName } from "../../../icons/icon.tsx";
import { eventLabel, inWords, reasonLabel, stageLabel } from "../lead-meta.ts";
import type { Entry } from "./entry.ts";
import { UnverifiedContact } from "./unverified-contact.tsx";

type Event = Schema<"LeadTimeline">["events"][number];
type Meta = Schema<"LeadMeta"> | undefined;

const channelIcons: Record<string, IconName> = { call: "phone", email: "envelope-simple", text: "chat-text" };
const channelNouns: Record<string, string> = { call: "Call", email: "Mail", text: "Text" };

/** The rows of the lead's own timeline. Its first one has the person's message. */
export function eventEntries(events: readonly Event[], lead: Schema<"Lead">, meta: Meta): Entry[] {
  const accepted = new Set(
    events
      .filter(({ event_type: type }) => type === "unverified_contact_accepted")
      .map(({ payload }) => payload.event_id),
  );
  return events.map((event, nth) => ({
    key: `event ${event.id}`,
    at: event.occurred_at,
    ...shapeOf(event, meta),
    by: byWhom(event),
    ...(event.event_type === "unverified_contact" && {
      details: <UnverifiedContact leadId={lead.id} event={event} isAccepted={accepted.has(event.id)} />,
    }),
    text: [nth === 0 ? [lead.subject, lead.message].filter(Boolean).join("\n") : null, event.note]
      .filter(Boolean)
      .join("\n"),
  }));
}

function shapeOf(event: Event, meta: Meta): Pick<Entry, "kind" | "icon" | "title"> {
  const { event_type: type, channel, from_stage: from, to_stage: to, payload } = event;
  if (type === "note_added") return { kind: "contacts", icon: "note", title: "Note" };
  if (channel !== null) {
    const way = payload.direction === "inbound" ? "from the lead" : "to the lead";
    return {
      kind: "contacts",
      icon: channelIcons[channel] ?? "chat-text",
      title: `${channelNouns[channel] ?? inWords(channel)} ${way}${moved(from, to, meta)}`,
    };
  }
  if (type === "agent_assigned" || type === "agent_reassigned") {
    const name = typeof payload.agent_name === "string" ? payload.agent_name : null;
    return {
      kind: "moves",
      icon: "user-switch",
      title: name ? `Assigned to ${name}` : "Without an agent now",
    };
  }
  if (type === "tour_requested") return { kind: "contacts", icon: "door-open", title: "Asked for a tour" };
  if (type === "unverified_contact" || type === "unverified_contact_accepted")
    return { kind: "contacts", icon: "question", title: eventLabel(meta, type) };
  const reason = event.reason_code && ` (${reasonLabel(meta, type, event.reason_code)})`;
  return {
    kind: "moves",
    icon: "arrow-right",
    title: `${eventLabel(meta, type)}${reason ?? ""}${moved(from, to, meta)}`,
  };
}

function moved(from: string | null, to: string | null, meta: Meta): string {
  return from !== null && to !== null && from !== to
    ? `: ${stageLabel(meta, from)} to ${stageLabel(meta, to)}`
    : "";
}

function byWhom({ actor, actor_entered_at: entered }: Event): string {
  return entered === null ? actor.name : `${actor.name}, entered ${ownMoment(entered)}`;
}
