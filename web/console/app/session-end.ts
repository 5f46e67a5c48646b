import { useSyncExternalStore } from "react";
import type { Schema } from "./api.ts";

type Me = Schema<"CurrentUser">;

/** `over`: the session has ended while something was typed; `other`: another person has signed in since. */
export type SessionState = "open" | "over" | "other";

let state: SessionState = "open";
/** Whose page it is: the person who was signed in when it was loaded. */
let owner: Me | undefined;
const listeners = new Set<() => void>();

function set(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

export function isSessionOver(): boolean {
  return state !== "open";
}

/** Whether the page is this person's. */
export function isOwner(me: Me): boolean {
  owner ??= me;
  return identityOf(me) === identityOf(owner);
}

/** The session has ended, or is another person's now: the page is hidden, and keeps what is typed. */
export function hidePage(reason: Exclude<SessionState, "open">): void {
  if (state === "open") set(reason);
}

/** A person is signed in. The page is shown again to its owner alone. @returns whether it is. */
export function showPageTo(me: Me): boolean {
  set(isOwner(me) ? "open" : "other");
  return isOwner(me);
}

function identityOf({ id, email, role, brokerage_id, agent_id }: Me): string {
  return JSON.stringify([id, email, role, brokerage_id, agent_id]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}
