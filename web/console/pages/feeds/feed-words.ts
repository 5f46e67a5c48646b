import type { Schema } from "../../app/api.ts";
import type { Tone } from "../../components/badge.tsx";
import type { IconName } from "../../icons/icon.tsx";

type State = Schema<"FeedStatus">["state"];
type Words = { word: string; tone: Tone; icon: IconName };

const stateWords: Record<State, Words> = {
  disabled: { word: "Paused", tone: "plain", icon: "pause" },
  running: { word: "Running", tone: "note", icon: "arrows-clockwise" },
  waiting: { word: "Waiting for its budget", tone: "warn", icon: "hourglass" },
  held: { word: "Removals held", tone: "warn", icon: "warning" },
  failing: { word: "Failing", tone: "bad", icon: "warning-circle" },
  idle: { word: "In step", tone: "good", icon: "check-circle" },
};

/** A feed that has not been read yet is not in step. */
export function stateOf({ state, last_success_at }: Schema<"FeedStatus">): Words {
  const isNew = state === "idle" && last_success_at === null;
  return isNew ? { word: "Not read yet", tone: "note", icon: "hourglass" } : stateWords[state];
}

export const runStateWords: Record<Schema<"FeedRun">["state"], Words> = {
  running: { word: "Running", tone: "note", icon: "arrows-clockwise" },
  succeeded: { word: "Succeeded", tone: "good", icon: "check-circle" },
  failed: { word: "Failed", tone: "bad", icon: "warning-circle" },
  held: { word: "Removals held", tone: "warn", icon: "warning" },
};

export const kindWords: Record<Schema<"FeedRun">["kind"], string> = {
  initial: "Initial load",
  refresh: "Refresh",
  reconcile: "Reconcile",
};

export const phaseWords: Record<NonNullable<Schema<"FeedStatus">["phase"]>, string> = {
  ...kindWords,
  media: "Copying photos",
};

/** `45 s`, `4 min`, `2 h 5 min`, `3 days` */
export function spanText(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 2880) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.floor(minutes / 1440)} days`;
}

/** Decimal units, as budgets are stated in: `3.1 MB`. */
export function bytesText(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = bytes === 0 ? 0 : Math.min(4, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toLocaleString("en-US", { maximumFractionDigits: 1 })} ${units[power]}`;
}
