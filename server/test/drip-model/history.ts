import type { Shown } from "./expectations.ts";

/** What a pass has reported, in what is asked of it here. */
export type Reported = {
  enrollment_id: number;
  lead_id: number;
  sequence_id: number;
  position: number;
  action: string;
  reason: string | null;
};

type Life = { id: number; run: number; highest: number; sent: number };

/** Invariants of every enrollment at all times, independent of the oracle: watched from outside, from its first day. */
export class History {
  readonly #lives = new Map<string, Life>();

  /** `runOf`: how often each was started so far. */
  look(rows: Shown[], runOf: (sequence: number, lead: number) => number): void {
    for (const row of rows) {
      const what = `enrollment ${row.id}: ${JSON.stringify(row)}`;
      const isActive = row.status === "active";
      if ((row.next_step_position !== null) !== isActive)
        throw new Error(`A position without being active: ${what}`);
      if ((row.next_send_at !== null) !== isActive) throw new Error(`Due without being active: ${what}`);
      if ((row.stopped_reason !== null) !== (row.status === "stopped"))
        throw new Error(`A wrong reason: ${what}`);
      if ((row.stopped_at !== null) !== (row.status === "stopped")) throw new Error(`A wrong stop: ${what}`);
      const life = this.#life(row, runOf(row.sequence_id, row.lead_id));
      if (life.id !== row.id) throw new Error(`Another row: ${life.id} became ${what}`);
      const position = row.next_step_position ?? life.highest;
      if (position < life.highest) throw new Error(`Back from ${life.highest}: ${what}`);
      life.highest = position;
    }
  }

  /** Of passes, one or several at once: one step of an enrollment each at most, and none that has left in this run. */
  passes(all: readonly (readonly Reported[])[]): void {
    const isSent = ({ action }: Reported) => action === "sent";
    for (const actions of all) {
      const ids = actions.filter(isSent).map(({ enrollment_id }) => enrollment_id);
      if (new Set(ids).size < ids.length) throw new Error(`Two steps of one enrollment in a pass: ${ids}`);
    }
    // The order of concurrent passes is unknown; each step must be a later one than the last all the same.
    const sent = all.flat().filter(isSent);
    for (const each of sent.toSorted((a, b) => a.position - b.position)) this.#sent(each);
  }

  #sent({ enrollment_id, sequence_id, lead_id, position }: Reported): void {
    const life = this.#lives.get(`${sequence_id} ${lead_id}`);
    if (life?.id !== enrollment_id) throw new Error(`Sent for ${enrollment_id}, which is ${life?.id}`);
    if (position <= life.sent)
      throw new Error(`Step ${position} again in run ${life.run} of enrollment ${life.id}`);
    life.sent = position;
  }

  #life({ id, sequence_id, lead_id }: Shown, run: number): Life {
    const key = `${sequence_id} ${lead_id}`;
    const known = this.#lives.get(key);
    if (known?.run === run) return known;
    const life = { id: known?.id ?? id, run, highest: 1, sent: 0 };
    this.#lives.set(key, life);
    return life;
  }
}
