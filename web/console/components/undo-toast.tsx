import { useEffect, useEffectEvent, useId } from "react";
import { isTyping } from "../app/shell/shortcuts.ts";
import { useNow } from "../app/use-now.ts";
import { toasts } from "./toasts.tsx";

type Undoable = { title: string; text?: string; seconds: number; undo: () => void };

/** Says that something was done, and offers for some seconds to undo it, by a button or by ⌘Z. */
export function offerUndo({ title, text, seconds, undo }: Undoable): void {
  const until = Date.now() + seconds * 1000;
  const close = () => toasts.close(id);
  const undoOnce = () => {
    close();
    undo();
  };
  const id: string = toasts.add({
    title,
    description: text,
    timeout: 0,
    actionProps: {
      onClick: undoOnce,
      children: <Countdown until={until} onUndo={undoOnce} onEnd={close} />,
    },
  });
}

/** The offers that stand, the newest last: it is the one that ⌘Z takes. */
const offers: string[] = [];

function Countdown({ until, onUndo, onEnd }: { until: number; onUndo: () => void; onEnd: () => void }) {
  const id = useId();
  const left = Math.max(0, Math.ceil((until - useNow()) / 1000));
  const isOver = left === 0;
  const undo = useEffectEvent(onUndo);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  useEffect(() => {
    offers.push(id);
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = (event.metaKey || event.ctrlKey) && !event.shiftKey && event.key.toLowerCase() === "z";
      // While a person types, it undoes what was typed.
      if (!isUndo || event.defaultPrevented || isTyping(event.target) || offers.at(-1) !== id) return;
      event.preventDefault();
      undo();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      offers.splice(offers.indexOf(id), 1);
    };
  }, [id]);
  return (
    <>
      Undo
      {/* Not announced each second. */}
      <span aria-hidden="true" className="count">
        {left} s
      </span>
    </>
  );
}
