import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Without a clock on the page no timer runs, and the time is of when the last one was there. */
const OLD_MS = 100;

function currentTime(): number {
  if (timer === undefined && Date.now() - now > OLD_MS) now = Date.now();
  return now;
}

/** Milliseconds since 1970, each second anew. One timer for all clocks of a page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentTime);
}

/** What follows from the time, a string or a number: the component is rendered when that has changed, not each second. */
export function useOfNow<Value extends string | number>(valueAt: (now: number) => Value): Value {
  return useSyncExternalStore(subscribe, () => valueAt(currentTime()));
}
