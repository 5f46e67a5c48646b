import { type RawBuilder, sql } from "kysely";

const MARK = "/* waits for a lock */";

/** Begins a statement that does nothing but wait for a lock: its time is no work of its transaction. */
export const lockWait: RawBuilder<unknown> = sql.raw(MARK);

/** Whether a statement begins with `lockWait`. */
export function isLockWait(text: string): boolean {
  return text.trimStart().startsWith(MARK);
}
