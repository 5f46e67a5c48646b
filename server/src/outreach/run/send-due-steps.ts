import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import { disabledBrokerages } from "../../brokerages/index.ts";
import { dropForgottenMail, heldAtOnce, heldWithinMs } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { type ClaimedStep, prepareBatch } from "./prepare-batch.ts";
import type { RunRecord } from "./run-record.ts";
import { STRIKES, sendingSteps } from "./send-steps.ts";
import { stillDueSteps } from "./still-due.ts";

/** Claimed at a time. */
const BATCH = 200;
/** Then whoever has claimed an enrollment is dead: longer than a sending takes, by more than clocks differ. */
const CLAIM_MS = 4 * 60_000;
/** One that has to wait for its turn is given back when its claim might run out in mid-sending. */
const SPARE_MS = 30_000;
/** So many in a row, and it is the server: the others wait for the next pass, unharmed. */
const TROUBLES = 20;
/** A pass that has gone on for so long leaves the rest to the next one. */
const PASS_MS = 5 * 60_000;

/**
 * Sends every step that is due, one of each enrollment. Any number of passes may go on at once, in any number of processes:
 * an enrollment is claimed before its step is sent, and the mail is in the ledger. When a process dies, the step that it
 * was just handing over goes again under the same Message-ID.
 */
export async function sendDueSteps(ctx: Context, record: RunRecord): Promise<void> {
  const { send, leave, noteAll, troubles, close } = sendingSteps(ctx, record);
  const now = () => ctx.clock.now().getTime();
  const end = now() + PASS_MS;
  const isOver = () => ctx.signal.aborted || troubles().length >= TROUBLES || now() >= end;

  async function sendBatch({ steps, beginBy }: Batch): Promise<void> {
    const limit = pLimit(heldAtOnce);
    const isStillDue = stillDueSteps(ctx, steps);
    const one = async (step: ClaimedStep, at: number) => {
      try {
        await (isOver() || now() > beginBy ? leave(step) : send(step, () => isStillDue(at)));
      } catch (error) {
        // The database is away: once its claim has run out, the step is whichever pass comes next's.
        ctx.log.error({ err: error, enrollment: step.due.id }, "a drip waits");
      }
    };
    await limit.map(steps, one);
    await noteAll();
  }

  try {
    // While one batch is sent, the next one is prepared.
    const batches = batchesOf(ctx, record, isOver);
    let next = batches.next();
    for (;;) {
      const { value: batch, done } = await next;
      if (done) break;
      next = batches.next();
      next.catch(() => {});
      await sendBatch(batch);
    }
    await dropForgottenMail(ctx);
  } finally {
    await close();
  }
  const failure = troubles().at(-1);
  if (failure === undefined) return;
  ctx.log.warn({ failure }, "drips wait: the mail server does not take them");
  record.note(`The mail server takes no mail: ${failure}`);
}

type Batch = { steps: ClaimedStep[]; beginBy: number };

/** What is due, some at a time; those whose step has failed before come last. */
async function* batchesOf(
  ctx: Context,
  record: RunRecord,
  isOver: () => boolean,
): AsyncGenerator<Batch, void> {
  const pass = { id: randomUUID(), began: ctx.clock.now() };
  const idle = await disabledBrokerages(ctx.db);
  for (let failures = 0; failures < STRIKES; failures++) {
    while (!isOver()) {
      const now = ctx.clock.now();
      const until = new Date(now.getTime() + CLAIM_MS);
      const steps = await prepareBatch(ctx, record, { pass, idle, failures, limit: BATCH, now, until });
      if (steps === null) break;
      yield { steps, beginBy: until.getTime() - heldWithinMs - SPARE_MS };
    }
  }
}
