import { useEffect, useEffectEvent, useRef, useState } from "react";
import { BoardCard } from "./board-card.tsx";
import type { Card, Column } from "./moves.ts";
import type { Dragging } from "./use-dragged.ts";

type BoardColumnProps = {
  column: Column;
  dragging: Dragging;
  focused: number | undefined;
  readAt: number;
  isLoadingMore: boolean;
  /** While a card is dragged, or its menu is open: whether it may go here. */
  dropState: "idle" | "allowed" | "illegal";
  onFocus: (id: number) => void;
  onMenu: (card: Card) => void;
  onMore: () => void;
};

/** A stage with the number of its leads, and the cards that are loaded. */
export function BoardColumn({ column, dragging, focused, readAt, dropState, ...props }: BoardColumnProps) {
  const { stage, label, total, cards } = column;
  const element = useRef<HTMLElement>(null);
  const [isOver, setOver] = useState(false);
  const isAllowed = useEffectEvent(() => dropState === "allowed");
  useEffect(
    () =>
      dragging?.dropTargetForElements({
        element: element.current as HTMLElement,
        getData: () => ({ stage }),
        canDrop: () => isAllowed(),
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: () => setOver(false),
      }),
    [stage, dragging],
  );
  const first = cards.some(({ id }) => id === focused) ? focused : cards[0]?.id;
  return (
    <section
      ref={element}
      className="board-column"
      aria-labelledby={`column-${stage}`}
      data-stage={stage}
      data-drop={isOver ? "over" : dropState}
    >
      <h2 id={`column-${stage}`}>
        {label} <span className="count">{total.toLocaleString("en-US")}</span>
      </h2>
      <ul className="board-cards">
        {cards.map((card) => (
          <BoardCard
            key={card.id}
            card={card}
            dragging={dragging}
            readAt={card.sla_remaining_seconds === null ? 0 : readAt}
            isLate={card.follow_up !== null && Date.parse(card.follow_up.due_at) < readAt}
            isTabStop={card.id === first}
            onFocus={props.onFocus}
            onMenu={props.onMenu}
          />
        ))}
        {cards.length === 0 && <li className="board-empty">No leads</li>}
        {cards.length < total && (
          <li>
            <button
              type="button"
              className="button small quiet board-more"
              disabled={props.isLoadingMore}
              onClick={props.onMore}
            >
              Show more of {(total - cards.length).toLocaleString("en-US")}
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}
