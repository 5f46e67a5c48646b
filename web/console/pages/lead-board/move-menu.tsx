import { Menu as Base } from "@base-ui/react/menu";
import { Icon } from "../../icons/icon.tsx";
import { eventLabel, stageLabel, useLeadMeta } from "../lead/lead-meta.ts";
import { cardElement } from "./board-keys.ts";
import { MoveSubmenu } from "./move-submenu.tsx";
import { type Card, hasForm, type Move } from "./moves.ts";
import type { MoveDetails } from "./use-moves.ts";

type MoveMenuProps = {
  card: Card | null;
  moves: readonly Move[];
  onMove: (card: Card, move: Move, details?: MoveDetails) => void;
  onClose: () => void;
};

/** The moves of a card, one menu for the whole board. */
export function MoveMenu({ card, moves, onMove, onClose }: MoveMenuProps) {
  const meta = useLeadMeta();
  return (
    // A modal one locks the scrolling of the page, for which the board is laid out again.
    <Base.Root modal={false} open={card !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner
          className="positioner"
          sideOffset={4}
          align="start"
          anchor={() => card && cardElement(card.id)}
        >
          <Base.Popup className="menu" aria-label="Move" finalFocus={() => card && cardElement(card.id)}>
            {card &&
              moves.map((move) =>
                hasForm(move) ? (
                  <MoveSubmenu
                    key={move.event}
                    move={move}
                    onMove={(details) => onMove(card, move, details)}
                  />
                ) : (
                  <Base.Item key={move.event} className="menu-item" onClick={() => onMove(card, move)}>
                    <Icon name="arrow-right" />
                    <span>{stageLabel(meta, move.to)}</span>
                    <span className="menu-hint">{eventLabel(meta, move.event)}</span>
                  </Base.Item>
                ),
              )}
            {moves.length === 0 && (
              <Base.Item className="menu-item" disabled>
                No move is possible from here.
              </Base.Item>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
