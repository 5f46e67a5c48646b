import { useState } from "react";
import { messageOf } from "../../app/api-error.ts";
import { leadName } from "../../components/leads/lead-name.ts";
import { notifyFailure } from "../../components/toasts.tsx";
import { stageLabel, useLeadMeta } from "../lead/lead-meta.ts";
import { type BulkEditInput, editLeads } from "../lead-list/edit-leads.ts";
import type { Card, Move, Stage } from "./moves.ts";

/** What the form of a move adds. */
export type MoveDetails = Pick<BulkEditInput, "reason_code" | "channel" | "note">;

/**
 * Moves leads: the card goes at once, and comes back where the API refuses.
 *
 * A move is sent as a bulk edit of one lead, which can be undone for a minute.
 */
export function useMoves() {
  const meta = useLeadMeta();
  const [moving, setMoving] = useState<ReadonlyMap<number, Stage>>(new Map());
  const mark = (id: number, to: Stage | null) =>
    setMoving((before) => {
      const next = new Map(before);
      if (to === null) next.delete(id);
      else next.set(id, to);
      return next;
    });
  /** @throws ApiError when it is refused: the card is back. */
  const move = async (card: Card, { event, to }: Move, details: MoveDetails = {}) => {
    mark(card.id, to);
    try {
      await editLeads(
        { lead_ids: [card.id], action: "move", event_type: event, ...details },
        () => `${leadName(card)} moved to ${stageLabel(meta, to)}`,
      );
    } finally {
      mark(card.id, null);
    }
  };
  const moveOrExplain = (card: Card, to: Move, details?: MoveDetails) => {
    move(card, to, details).catch((error: unknown) =>
      notifyFailure(`${leadName(card)} stays in ${stageLabel(meta, card.stage)}`, messageOf(error)),
    );
  };
  return { moving, move, moveOrExplain };
}
