import {
  type Claim,
  type Claimed,
  claimDue,
  completeDue,
  type DueEnrollment,
  stopDue,
} from "../../drips/index.ts";
import { type ClaimedMessage, holdMail } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { type Judged, judgeDue, type StepToSend, writeMails } from "./judge-due.ts";
import type { RunRecord } from "./run-record.ts";

/** A step of a claimed enrollment. */
export type ClaimedStep = Omit<StepToSend, "mail"> & {
  claimed: Claimed;
  /** Null: a pass that was killed has sent it already, and could not note it. */
  mail: ClaimedMessage | null;
};

/**
 * Claims enrollments that are due, and does all about them but send: those that are over are stopped or completed, the
 * mails of the others are in the ledger when it returns.
 *
 * In no transaction: a mail's row waits for whoever holds its lead, who may wait for the enrollment. What a process that
 * dies leaves half done is done when the claim has run out.
 *
 * @returns null when nothing is due any more.
 */
export async function prepareBatch(
  ctx: Context,
  record: RunRecord,
  claim: Claim,
): Promise<ClaimedStep[] | null> {
  const due = await claimDue(ctx.db, claim);
  if (due.length === 0) return null;
  const { judged, steps } = await written(ctx, due, claim.until);
  for (const each of judged) await end(ctx, record, each, claim.until);
  return steps;
}

const TRIES = 3;

/** What is to be done about each, and the mails in the ledger. */
async function written(
  ctx: Context,
  due: readonly DueEnrollment[],
  until: Date,
): Promise<{ judged: Judged[]; steps: ClaimedStep[] }> {
  for (let tries = 1; ; tries++) {
    const judged = await judgeDue(ctx, due);
    const toSend = await writeMails(ctx, judged);
    try {
      const mails = await holdMail(
        ctx,
        toSend.map(({ mail }) => mail),
      );
      const steps = toSend.map(({ due, position }, at) => ({
        due,
        position,
        claimed: { ...due, until },
        mail: mails[at] ?? null,
      }));
      return { judged, steps };
    } catch (error) {
      // A lead has been deleted since it was looked up: it is not there the next time.
      if (!isMissingReference(error) || tries === TRIES) throw error;
    }
  }
}

function isMissingReference(error: unknown): boolean {
  return (error as { code?: string }).code === "23503";
}

/** Stops or completes one that is over. */
async function end(ctx: Context, record: RunRecord, { due, verdict }: Judged, until: Date): Promise<void> {
  const claimed = { ...due, until };
  if (verdict === "complete") {
    if (await completeDue(ctx, claimed)) record.add(due, "completed", due.next_step_position);
  } else if (typeof verdict === "object" && "stop" in verdict) {
    if (await stopDue(ctx, claimed, verdict.stop)) {
      record.add(due, "stopped", due.next_step_position, verdict.stop);
    }
  }
}
