import type { DripRunReport, RunAction } from "./run.schemas.ts";

const MOST_ACTIONS = 10_000;

/** What a pass does, as its report tells it. */
export class RunRecord {
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
    if (this.#actions.length === MOST_ACTIONS) {
      this.note(`Only the first ${MOST_ACTIONS} actions are listed; the counts are of all.`);
      return;
    }
    this.#actions.push({ enrollment_id: id, lead_id, sequence_id, position, action, reason });
  }

  /** For an operator; said twice, it stands there once. */
  note(text: string): void {
    this.#notes.add(text);
  }

  report(dryRun: boolean): DripRunReport {
    return { dry_run: dryRun, actions: this.#actions, counts: { ...this.#counts }, notes: [...this.#notes] };
  }
}
