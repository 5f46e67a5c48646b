import { useEffect, useEffectEvent, useReducer, useState } from "react";

/** Something in a file of its own, mostly a component, which a page loads when it is first wanted. */
export type Loadable<Part> = {
  /** Null until it is loaded. */
  part: Part | null;
  load(): Promise<void>;
};

export function loadable<Part>(importPart: () => Promise<Part>): Loadable<Part> {
  const loaded: Loadable<Part> = {
    part: null,
    async load() {
      loaded.part ??= await importPart();
    },
  };
  return loaded;
}

/**
 * The part from the time when it is first wanted, once it is loaded; at once where it was loaded before. It does not come by itself
 * between two renders: what has the focus meanwhile keeps it. (`lazy` shows it 300 ms after its fallback at the earliest, by React's
 * throttle of Suspense.) Without a network, it waits for one: nothing that was typed on the page is lost.
 *
 * @throws while rendering, when it cannot be loaded.
 */
export function useLoadable<Part>(from: Loadable<Part>, isWanted: boolean): Part | null {
  const [error, setError] = useState<unknown>(null);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const [wasWanted, setWasWanted] = useState(isWanted || from.part !== null);
  if (isWanted && !wasWanted) setWasWanted(true);
  const isMissing = wasWanted && from.part === null;
  useEffect(() => {
    if (!isMissing) return;
    const end = new AbortController();
    const load = () => {
      from.load().then(render, (failure: unknown) => {
        if (navigator.onLine) setError(failure);
        else addEventListener("online", load, { once: true, signal: end.signal });
      });
    };
    load();
    return () => end.abort();
  }, [isMissing, from]);
  if (error !== null) throw error;
  return wasWanted ? from.part : null;
}

const INPUTS = ["keydown", "pointermove", "pointerdown"] as const;

/** Without an input, it is loaded after this time, to be there when the network goes away. */
const LOADED_AFTER_MS = 10_000;

/** Calls it once, with the first key, press or movement of the pointer: then is loaded what a key or a click may open next. */
export function useFirstInput(run: () => void): void {
  const onInput = useEffectEvent(run);
  useEffect(() => {
    const end = new AbortController();
    const first = () => {
      end.abort();
      onInput();
    };
    const timer = setTimeout(first, LOADED_AFTER_MS);
    end.signal.addEventListener("abort", () => clearTimeout(timer));
    for (const input of INPUTS)
      addEventListener(input, first, { capture: true, passive: true, signal: end.signal });
    return () => end.abort();
  }, []);
}

/** Loads parts before they are wanted. A failure is left to the time when one is. */
export function preload(...parts: readonly Pick<Loadable<unknown>, "load">[]): void {
  for (const each of parts) each.load().catch(() => undefined);
}
