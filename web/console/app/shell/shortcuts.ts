import { useEffect, useEffectEvent } from "react";

/** `mod+k` (⌘ or Ctrl), or a single key such as `m`, which is left alone while a person types. */
export function useShortcut(keys: string, run: (event: KeyboardEvent) => void): void {
  const onRun = useEffectEvent(run);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || !matches(event, keys)) return;
      event.preventDefault();
      onRun(event);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [keys]);
}

function matches(event: KeyboardEvent, keys: string): boolean {
  const key = keys.replace("mod+", "");
  if (event.key.toLowerCase() !== key) return false;
  const hasModifier = event.metaKey || event.ctrlKey;
  return keys.startsWith("mod+") ? hasModifier : !hasModifier && !isTyping(event.target);
}

/** Also inside of dialogs and menus, which have keys of their own. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      "input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]",
    ) !== null
  );
}
