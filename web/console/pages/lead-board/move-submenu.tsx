import { Menu as Base } from "@base-ui/react/menu";
import { Icon } from "../../icons/icon.tsx";
import { eventLabel, inWords, stageLabel, useLeadMeta } from "../lead/lead-meta.ts";
import type { Move } from "./moves.ts";
import type { MoveDetails } from "./use-moves.ts";

type MoveSubmenuProps = {
  move: Move;
  /** Without details, a form asks for them. */
  onMove: (details?: MoveDetails) => void;
};

/** A move with what the API wants to know of it: the reason or the channel is chosen in the menu itself, or in a form with a note. */
export function MoveSubmenu({ move, onMove }: MoveSubmenuProps) {
  const meta = useLeadMeta();
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className="menu-item">
        <Icon name="arrow-right" />
        <span>{stageLabel(meta, move.to)}</span>
        <span className="menu-hint">{eventLabel(meta, move.event)}</span>
        <Icon name="caret-right" />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner className="positioner" sideOffset={4}>
          <Base.Popup className="menu" aria-label={eventLabel(meta, move.event)}>
            {choicesOf(move).map(({ label, details }) => (
              <Base.Item key={label} className="menu-item" onClick={() => onMove(details)}>
                {label}
              </Base.Item>
            ))}
            <Base.Item className="menu-item" onClick={() => onMove()}>
              <Icon name="note-pencil" />
              With a note …
            </Base.Item>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

/** None where it wants both. */
function choicesOf({ reasons, needsReason, channels }: Move): { label: string; details: MoveDetails }[] {
  if (reasons.length > 0 && channels.length > 0) return [];
  const without = needsReason || reasons.length === 0 ? [] : [{ label: "No reason", details: {} }];
  return [
    ...without,
    ...reasons.map(({ code, label }) => ({ label, details: { reason_code: code } })),
    ...channels.map((channel) => ({ label: inWords(channel), details: { channel } })),
  ];
}
