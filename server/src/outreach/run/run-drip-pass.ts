import { deliver, dropAbandonedMail } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { dripQueue } from "./drip-queue.ts";
import type { DripRunReport } from "./run.schemas.ts";
import { runRecorder } from "./run-recorder.ts";

/**
 * Sends every due step, at most one per enrollment (SPEC: Drip sending rules). Any number of passes may run at once,
 * in any number of processes.
 */
export async function runDripPass(callerCtx: Context): Promise<DripRunReport> {
  // The caller only starts the pass; its actions are the system's.
  const ctx = { ...callerCtx, actor: null };
  const recorder = runRecorder(ctx);
  const queue = await dripQueue(ctx, recorder);
  try {
    const { serverFailure } = await deliver(ctx, queue);
    if (serverFailure !== null) recorder.note(`The mail server takes no mail: ${serverFailure}`);
  } finally {
    await queue.flush();
  }
  await dropAbandonedMail(ctx, "drip_step");
  return recorder.report({ dryRun: false });
}
