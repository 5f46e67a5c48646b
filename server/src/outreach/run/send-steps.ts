import { advance, release, strike, strikeOut } from "../../drips/index.ts";
import { type ClaimedMessage, endHeld, heldMailSender, keepHeld } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import type { ClaimedStep } from "./prepare-batch.ts";
import type { RunRecord } from "./run-record.ts";

/** The third consecutive failure stops an enrollment (SPEC: Drip sending rules). */
export const STRIKES = 3;
/** What a process that dies has not noted, the next one reads in the ledger. */
const NOTED_TOGETHER = 25;

/** Sends steps that are claimed, one each call, and notes what becomes of them and of their enrollments. */
export function sendingSteps(ctx: Context, record: RunRecord) {
  const sender = heldMailSender(ctx);
  /** What the server has had against the last ones, in a row. */
  let troubles: string[] = [];
  /** Have left, as the ledger says; their enrollments are moved on some at a time. */
  let sent: ClaimedStep[] = [];

  async function noteSent(step: ClaimedStep): Promise<void> {
    sent.push(step);
    if (sent.length >= NOTED_TOGETHER) await noteAll();
  }

  async function noteAll(): Promise<void> {
    const steps = sent;
    sent = [];
    if (steps.length === 0) return;
    const completed = await advance(
      ctx,
      steps.map(({ claimed, position }) => ({ enrollment: claimed, position })),
    );
    for (const { due, position } of steps) {
      if (completed.has(due.id)) record.add(due, "completed", position);
    }
  }

  async function send(step: ClaimedStep, isStillDue: () => Promise<boolean>): Promise<void> {
    const { due, position, mail, claimed } = step;
    if (mail === null) return noteSent(step);
    if (!(await isStillDue())) return endHeld(ctx, mail, "dropped", "the enrollment has ended");
    const sending = await sender.send(mail);
    switch (sending.outcome) {
      case "sent":
        troubles = [];
        record.add(due, "sent", position);
        return noteSent(step);
      case "refused":
        troubles = [];
        return failed(step, mail, sending.failure);
      case "trouble":
        troubles = [...troubles, sending.failure];
        return failed(step, mail, sending.failure);
      default:
        // Nobody's fault: it is tried again as if this had not been.
        await release(ctx, claimed);
        return keepHeld(ctx, mail, null);
    }
  }

  async function failed(
    { due, position, claimed }: ClaimedStep,
    mail: ClaimedMessage,
    failure: string,
  ): Promise<void> {
    if (due.send_failures + 1 < STRIKES) {
      await keepHeld(ctx, mail, failure);
      if (await strike(ctx, claimed)) record.add(due, "retry", position, failure);
      return;
    }
    await endHeld(ctx, mail, "failed", failure);
    if (!(await strikeOut(ctx, claimed))) return;
    record.add(due, "stopped", position, "send_failed");
    ctx.log.warn({ enrollment: due.id, failure }, "a drip is stopped: its mail has failed three times");
  }

  return {
    send,
    /** It is given back untried. */
    async leave({ claimed, mail }: ClaimedStep): Promise<void> {
      await release(ctx, claimed);
      if (mail) await keepHeld(ctx, mail, null);
    },
    /** To be called after the last one of a batch. */
    noteAll,
    troubles: () => troubles,
    close: sender.close,
  };
}
