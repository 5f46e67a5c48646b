import { useState } from "react";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { useLeadMeta } from "../lead/lead-meta.ts";
import { BoardColumn } from "./board-column.tsx";
import { focusSoon, nextTo, useBoardKeys } from "./board-keys.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { MoveMenu } from "./move-menu.tsx";
import { type Card, hasForm, type Move, movesOf } from "./moves.ts";
import type { BoardSearch } from "./routes.ts";
import { useBoard, withMoves } from "./use-board.ts";
import { useDragged } from "./use-dragged.ts";
import { useMoves } from "./use-moves.ts";

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
  const begin = (card: Card, chosen: Move) => {
    if (hasForm(chosen)) return setForm({ card, move: chosen });
    focusSoon(nextTo(card, columns));
    moveOrExplain(card, chosen);
  };
  const dragged = useDragged((card, stage) => {
    const chosen = allowed(card).find(({ to }) => to === stage && to !== card.stage);
    if (chosen) begin(card, chosen);
  });
  useBoardKeys(columns, (card) => setMenuOf(card));

  if (!board.columns)
    return board.error ? <ErrorNotice error={board.error} retry={() => void board.refetch()} /> : <Loading />;
  const stages = dragged && allowed(dragged).map(({ to }) => to);
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
            focused={focused}
            readAt={board.readAt}
            isLoadingMore={board.isLoadingMore}
            dropState={
              !stages || dragged?.stage === column.stage
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
      <MoveMenu
        card={menuOf}
        moves={menuOf ? allowed(menuOf) : []}
        onMove={begin}
        onClose={() => setMenuOf(null)}
      />
      {form && (
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
