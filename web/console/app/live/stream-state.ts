import { useSyncExternalStore } from "react";

/** Longer than the server has browsers wait before they resume a stream (live-stream.ts: up to 3 s) and need to connect. */
const LOST_MS = 4500;

let isLost = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setLost(value: boolean): void {
  if (value === isLost) return;
  isLost = value;
  for (const listener of listeners) listener();
}

/** Takes note of whether the live stream of this browser is open or interrupted, whichever tab reads it. */
export function noteStream(isOpen: boolean): void {
  if (isOpen) {
    clearTimeout(timer);
    timer = undefined;
    setLost(false);
  } else timer ??= setTimeout(() => setLost(true), LOST_MS);
}

/** Counts anew, as once the network is back: the stream is opened again within the same time. */
export function awaitStream(): void {
  if (timer === undefined) return;
  clearTimeout(timer);
  timer = undefined;
  setLost(false);
  noteStream(false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a stream that was open has not been open for seconds, as when the server has stopped. */
export function useStreamLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost);
}
