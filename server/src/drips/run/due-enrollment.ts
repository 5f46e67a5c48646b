import { type RawBuilder, sql } from "kysely";

/** An enrollment whose next step is due, with the current state of its sequence. */
export type DueEnrollment = {
  id: number;
  run: number;
  sequence_id: number;
  lead_id: number;
  brokerage_id: number;
  enrolled_state: string;
  next_step_position: number;
  send_failures: number;
  stop_on_state_change: boolean;
  /** Whether the sequence is turned on. */
  active: boolean;
};

export const dueColumns: RawBuilder<unknown> = sql`
  drip_enrollments.id, run, sequence_id, lead_id, brokerage_id, enrolled_state, next_step_position, send_failures,
  stop_on_state_change, active`;
