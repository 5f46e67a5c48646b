import { useEffect, useState } from "react";
import { Icon } from "../../icons/icon.tsx";
import { loadable, useLoadable } from "../loadable.ts";
import { FIND, WHAT } from "./navigation.ts";

export const commandPalette = loadable(async () => (await import("./command-palette.tsx")).CommandPalette);

/**
 * ⌘K. Its lists are loaded with the first input of the page, which is the key of ⌘ at the latest: what is typed before they have arrived
 * stands in the same place, and stays.
 */
export function SearchEverything({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [words, setWords] = useState("");
  useEffect(() => {
    if (!open) return;
    // Keys between the two inputs, and before the first has the focus, which else would be those of the page.
    const take = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, isComposing } = event;
      const isIn = target instanceof Element && target.closest("[role=dialog]") !== null;
      if (isIn || key.length !== 1 || ctrlKey || metaKey || altKey || isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      setWords((before) => before + key);
    };
    addEventListener("keydown", take, { capture: true });
    return () => removeEventListener("keydown", take, { capture: true });
  }, [open]);
  const close = () => {
    setWords("");
    onClose();
  };
  const CommandPalette = useLoadable(commandPalette, open);
  if (CommandPalette) return <CommandPalette open={open} words={words} onWords={setWords} onClose={close} />;
  return open && <LoadingPalette words={words} onWords={setWords} onClose={close} />;
}

type LoadingPaletteProps = { words: string; onWords: (words: string) => void; onClose: () => void };

function LoadingPalette({ words, onWords, onClose }: LoadingPaletteProps) {
  return (
    <>
      <div className="backdrop" />
      <div className="palette" role="dialog" aria-modal="true" aria-label={FIND}>
        <div className="palette-input">
          <Icon name="magnifying-glass" />
          <input
            ref={(input) => input?.focus()}
            aria-label={WHAT}
            placeholder={WHAT}
            value={words}
            onChange={({ currentTarget }) => onWords(currentTarget.value)}
            onKeyDown={({ key }) => key === "Escape" && onClose()}
          />
        </div>
      </div>
    </>
  );
}
