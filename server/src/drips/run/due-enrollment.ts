import { type RawBuilder, sql } from "kysely";

/** An enrollment whose next step is due, with its sequence as it is now. */
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
  /** Of a sequence: whether it is turned on. */
  active: boolean;
};

export const dueColumns: RawBuilder<unknown> = sql`
  drip_enrollments.id, run, sequence_id, lead_id, brokerage_id, enrolled_state, next_step_position, send_failures,
  stop_on_state_change, active`;
