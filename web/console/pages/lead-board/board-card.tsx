import { Link } from "@tanstack/react-router";
import { memo, useEffect, useRef, useState } from "react";
import { dueText } from "../../app/ago-text.ts";
import { ClockRing } from "../../components/clock-ring.tsx";
import { Heat } from "../../components/leads/heat.tsx";
import { leadName } from "../../components/leads/lead-name.ts";
import { Icon } from "../../icons/icon.tsx";
import type { Card } from "./moves.ts";
import type { Dragging } from "./use-dragged.ts";

type BoardCardProps = {
  card: Card;
  dragging: Dragging;
  /** Zero for a card without a clock, which a newer reply need not draw again. */
  readAt: number;
  isLate: boolean;
  /** One card of each column is reached by Tab, the others by arrows. */
  isTabStop: boolean;
  onFocus: (id: number) => void;
  onMenu: (card: Card) => void;
};

/** There are hundreds: a key must not draw all of them again. */
export const BoardCard = memo(function BoardCard({
  card,
  dragging,
  readAt,
  isLate,
  isTabStop,
  onFocus,
  onMenu,
}: BoardCardProps) {
  const element = useRef<HTMLLIElement>(null);
  const [isDragged, setDragged] = useState(false);
  useEffect(
    () =>
      dragging?.draggable({
        element: element.current as HTMLLIElement,
        getInitialData: () => ({ card }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
    [card, dragging],
  );
  const { sla_remaining_seconds: remaining, sla_target_seconds: target, follow_up: next } = card;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <li ref={element} className="card" data-card={card.id} data-dragged={isDragged || undefined}>
      <div className="card-head">
        {/* Dragging the link would drag its address. */}
        <Link
          to={`/leads/${card.id}` as "/leads"}
          className="card-name"
          draggable={false}
          tabIndex={tabIndex}
          onFocus={() => onFocus(card.id)}
        >
          <bdi>{leadName(card)}</bdi>
        </Link>
        <button
          type="button"
          className="icon-button small"
          tabIndex={tabIndex}
          aria-label={`Move ${leadName(card)}`}
          aria-haspopup="menu"
          onClick={() => onMenu(card)}
        >
          <Icon name="dots-three" />
        </button>
      </div>
      <bdi className="card-subject">{card.subject}</bdi>
      <div className="card-facts">
        {remaining !== null && target !== null && <ClockRing {...{ remaining, target, readAt }} />}
        <Heat temperature={card.temperature} />
        {card.assigned_agent ? (
          <bdi className="card-agent">{card.assigned_agent.name}</bdi>
        ) : (
          <span className="none">No agent</span>
        )}
      </div>
      {next && (
        <p className={`card-next ${isLate ? "late" : ""}`.trim()}>
          <Icon name="calendar-check" />
          <span>
            {isLate && "Overdue: "}
            <time dateTime={next.due_at}>{dueText(next.due_at)}</time>
            {next.note && (
              <>
                {" · "}
                <bdi>{next.note}</bdi>
              </>
            )}
          </span>
        </p>
      )}
    </li>
  );
});
