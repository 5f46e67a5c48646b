import { useState } from "react";
import { loadable, preload, useFirstInput, useLoadable } from "../../app/loadable.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { useLeadMeta } from "../lead/lead-meta.ts";
import { BoardColumn } from "./board-column.tsx";
import { focusSoon, nextTo, useBoardKeys } from "./board-keys.ts";
import type { BoardSearch } from "./board-search.ts";
import { type Card, hasForm, type Move, movesOf } from "./moves.ts";
import { useBoard, withMoves } from "./use-board.ts";
import { useDragged } from "./use-dragged.ts";
import { type MoveDetails, useMoves } from "./use-moves.ts";

/** What moves cards: it is loaded with the first input. */
const moveMenu = loadable(async () => (await import("./move-menu.tsx")).MoveMenu);
const moveDialog = loadable(async () => (await import("./move-dialog.tsx")).MoveDialog);
const dragAndDrop = loadable(() => import("@atlaskit/pragmatic-drag-and-drop/element/adapter"));

/** The columns with their cards, which move by drag, by keys and by menus. */
export function Board({ filters }: { filters: BoardSearch }) {
  const meta = useLeadMeta();
  const board = useBoard(filters);
  const { moving, move, moveOrExplain } = useMoves();
  const columns = withMoves(board.columns ?? [], moving);
  const [focused, setFocused] = useState<number>();
  const [menuOf, setMenuOf] = useState<Card | null>(null);
  const [form, setForm] = useState<{ card: Card; move: Move } | null>(null);
  const allowed = (card: Card) => movesOf(card, columns, meta);
  const begin = (card: Card, chosen: Move, details?: MoveDetails) => {
    if (hasForm(chosen) && !details) return setForm({ card, move: chosen });
    focusSoon(nextTo(card, columns));
    moveOrExplain(card, chosen, details);
  };
  const [hasInput, setInput] = useState(false);
  useFirstInput(() => {
    setInput(true);
    preload(moveMenu, moveDialog);
  });
  const MoveMenu = useLoadable(moveMenu, menuOf !== null);
  const MoveDialog = useLoadable(moveDialog, form !== null);
  const dragging = useLoadable(dragAndDrop, hasInput);
  const dragged = useDragged(dragging, (card, stage) => {
    const chosen = allowed(card).find(({ to }) => to === stage && to !== card.stage);
    if (chosen) begin(card, chosen);
  });
  useBoardKeys(columns, (card) => setMenuOf(card));

  if (!board.columns)
    return board.error ? <ErrorNotice error={board.error} retry={() => void board.refetch()} /> : <Loading />;
  /** The card that is dragged, or whose menu is open: columns that it may not go to are dimmed. */
  const lifted = dragged ?? menuOf;
  const stages = lifted && allowed(lifted).map(({ to }) => to);
  return (
    <>
      <ErrorNotice error={board.error} retry={() => void board.refetch()} />
      <p className="board-help">
        <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> select a card, <kbd>M</kbd> moves it,{" "}
        <kbd>Enter</kbd> opens it.
      </p>
      <div className="board">
        {columns.map((column) => (
          <BoardColumn
            key={column.stage}
            column={column}
            dragging={dragging}
            focused={focused}
            readAt={board.readAt}
            isLoadingMore={board.isLoadingMore}
            dropState={
              !stages || lifted?.stage === column.stage
                ? "idle"
                : stages.includes(column.stage)
                  ? "allowed"
                  : "illegal"
            }
            onFocus={setFocused}
            onMenu={setMenuOf}
            onMore={() => board.showMore(column.stage)}
          />
        ))}
      </div>
      {MoveMenu && (
        <MoveMenu
          card={menuOf}
          moves={menuOf ? allowed(menuOf) : []}
          onMove={begin}
          onClose={() => setMenuOf(null)}
        />
      )}
      {MoveDialog && form && (
        <MoveDialog
          {...form}
          onMove={(details) => move(form.card, form.move, details)}
          onMoved={() => {
            focusSoon(nextTo(form.card, columns));
            setForm(null);
          }}
          onClose={() => {
            focusSoon(form.card.id);
            setForm(null);
          }}
        />
      )}
    </>
  );
}
