import type { Context } from "../../platform/context.ts";
import { hasUnsubscribeLinks } from "../../platform/crypto/unsubscribe-links.ts";
import type { DripRunReport, RunAction } from "./run.schemas.ts";

const MAX_ACTIONS = 10_000;
const LINKS_ARE_DISABLED =
  "Unsubscribe links are disabled: set PUBLIC_API_URL, and DRIP_UNSUBSCRIBE_SECRET or FAVORITES_SECRET. Until then the " +
  "last line of each mail asks the reader to reply.";

export function runRecorder(ctx: Context): RunRecorder {
  const recorder = new RunRecorder();
  if (!hasUnsubscribeLinks(ctx)) recorder.note(LINKS_ARE_DISABLED);
  return recorder;
}

/** Collects the actions of a pass for its report. */
export class RunRecorder {
  readonly #actions: RunAction[] = [];
  readonly #counts = { sent: 0, retry: 0, stopped: 0, completed: 0, would_send: 0 };
  readonly #notes = new Set<string>();

  add(
    { id, lead_id, sequence_id }: { id: number; lead_id: number; sequence_id: number },
    action: RunAction["action"],
    position: number,
    reason: string | null = null,
  ): void {
    this.#counts[action]++;
    if (this.#actions.length === MAX_ACTIONS) {
      this.note(`Only the first ${MAX_ACTIONS} actions are listed; the counts are of all.`);
      return;
    }
    this.#actions.push({ enrollment_id: id, lead_id, sequence_id, position, action, reason });
  }

  /** A note for the operator. Duplicates are dropped. */
  note(text: string): void {
    this.#notes.add(text);
  }

  report({ dryRun }: { dryRun: boolean }): DripRunReport {
    return { dry_run: dryRun, actions: this.#actions, counts: { ...this.#counts }, notes: [...this.#notes] };
  }
}
