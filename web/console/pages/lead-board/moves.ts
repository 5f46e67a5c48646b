import type { Schema } from "../../app/api.ts";

export type Card = Schema<"LeadCard">;
export type Stage = Card["stage"];
export type Column = Schema<"LeadBoardColumn">;
type Meta = Schema<"LeadMeta">;
type EventType = Column["available_transitions"][number];

/** An event that can be reported of a lead, and the stage to which it moves it. */
export type Move = {
  event: EventType;
  to: Stage;
  /** What the API wants to know with it. */
  reasons: readonly { code: string; label: string }[];
  needsReason: boolean;
  channels: readonly string[];
};

/** The moves that are allowed for a lead, in the API's order: one for each stage that it can go to. */
export function movesOf(card: Card, columns: readonly Column[], meta: Meta | undefined): Move[] {
  const column = columns.find(({ stage }) => stage === card.stage);
  const events = card.pipeline_type === "seller" ? column?.seller_transitions : column?.available_transitions;
  return (events ?? []).flatMap((event) => {
    const described = meta?.events.find(({ event_type }) => event_type === event);
    if (!meta || !described?.to) return [];
    return {
      event,
      to: described.to,
      reasons: meta.reasons[event] ?? [],
      needsReason: described.needs_reason,
      channels: described.needs_channel ? meta.channels : [],
    };
  });
}

/** Whether a move has a form of its own: a reason or a channel. */
export function hasForm({ reasons, channels }: Move): boolean {
  return reasons.length > 0 || channels.length > 0;
}
