import { useSyncExternalStore } from "react";
import type { LeadFilters } from "./lead-search.ts";

/** Filters that a person keeps under a name, in this browser. */
export type SavedView = { name: string; on: "list" | "board"; filters: LeadFilters };

const KEY = "lintel-console-lead-views";
const MOST = 20;
const listeners = new Set<() => void>();

let stored: string | null = null;
let views: readonly SavedView[] = [];

/** The same array as long as nothing has changed. */
function read(): readonly SavedView[] {
  const text = localStorage.getItem(KEY);
  if (text !== stored) {
    stored = text;
    views = parse(text);
  }
  return views;
}

function parse(text: string | null): SavedView[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found)
      ? found.filter((each) => typeof each?.name === "string" && typeof each.filters === "object")
      : [];
  } catch {
    return [];
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

function write(next: readonly SavedView[]): void {
  localStorage.setItem(KEY, JSON.stringify(next));
  for (const each of listeners) each();
}

export function useSavedViews(): readonly SavedView[] {
  return useSyncExternalStore(subscribe, read);
}

/** One of the same name is replaced, and the oldest goes when there are too many. */
export function saveView(view: SavedView): void {
  write([...others(view), view].slice(-MOST));
}

export function forgetView(view: SavedView): void {
  write(others(view));
}

function others({ name, on }: SavedView): SavedView[] {
  return read().filter((each) => each.name !== name || each.on !== on);
}

export function isSameView(one: LeadFilters, other: LeadFilters): boolean {
  const sorted = (filters: LeadFilters) =>
    JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => a.localeCompare(b)));
  return sorted(one) === sorted(other);
}
