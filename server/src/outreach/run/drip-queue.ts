import { randomUUID } from "node:crypto";
import { disabledBrokerages } from "../../brokerages/index.ts";
import {
  advanceSent,
  claimDue,
  completeDue,
  type DueEnrollment,
  deferToNextPass,
  type EnrollmentClaim,
  recordFailure,
  releaseDue,
  stillClaimedEnrollments,
  stopAfterFailures,
  stopDue,
} from "../../drips/index.ts";
import {
  type ClaimedMessage,
  type DeliveryQueue,
  enqueueClaimedMail,
  retryPolicies,
} from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { type DecidedStep, decideSteps } from "./decide-steps.ts";
import { renderStepMails } from "./render-step-mails.ts";
import type { RunRecorder } from "./run-recorder.ts";

/** Enrollments claimed at once. */
const BATCH = 200;
/**
 * Enrollments of sent steps are advanced in batches of this size. After a crash, the next pass finds the rest in the
 * ledger.
 */
const ADVANCED_TOGETHER = 25;

/** A step whose mail is in the ledger; the enrollment and the mail are claimed until the same time. */
type ClaimedStep = { due: DueEnrollment; position: number; claim: EnrollmentClaim };

/**
 * The due steps of a pass, as a queue for the delivery. Claiming also ends the enrollments that are over. A pass tries
 * each enrollment once; failed ones come last, so that a server that is down costs every enrollment one failure before
 * it costs any a second one.
 */
export async function dripQueue(
  ctx: Context,
  recorder: RunRecorder,
): Promise<DeliveryQueue & { flush(): Promise<void> }> {
  const pass = { id: randomUUID(), began: ctx.clock.now() };
  const disabledBrokerageIds = await disabledBrokerages(ctx.db);
  const policy = retryPolicies.drip;
  /** By message id. */
  const steps = new Map<number, ClaimedStep>();
  /** The number of failures in a row of the steps that are claimed now. Only grows, so failed steps come last. */
  let failureLevel = 0;
  let sent: ClaimedStep[] = [];

  const stepOf = ({ id }: ClaimedMessage) => steps.get(id) as ClaimedStep;

  async function claim({ now, until }: { now: Date; until: Date }): Promise<ClaimedMessage[]> {
    while (failureLevel < policy.maxFailures && !ctx.signal.aborted) {
      const due = await claimDue(ctx.db, {
        pass,
        disabledBrokerageIds,
        failureLevel,
        limit: BATCH,
        now,
        until,
      });
      if (due.length === 0) failureLevel++;
      const messages = await prepare(due, until);
      if (messages.length > 0) return messages;
    }
    return [];
  }

  /**
   * Uses separate transactions: one transaction could deadlock with a change that holds the lead's lock and waits for
   * the enrollment. A pass after the claims have ended repeats what a process that died has not finished.
   */
  async function prepare(due: readonly DueEnrollment[], until: Date): Promise<ClaimedMessage[]> {
    const { decided, mails } = await enqueueSteps(ctx, due, until);
    for (const each of decided) await endIfOver(ctx, recorder, each, until);
    const messages: ClaimedMessage[] = [];
    for (const { due, position, message } of mails) {
      const step = { due, position, claim: { ...due, until } };
      if (message === null) {
        // The ledger has it as sent: an earlier pass died before it advanced the enrollment.
        sent.push(step);
      } else {
        steps.set(message.id, step);
        messages.push(message);
      }
    }
    if (messages.length === 0) await flush();
    return messages;
  }

  async function flush(): Promise<void> {
    const advanced = sent;
    sent = [];
    if (advanced.length === 0) return;
    const completed = await advanceSent(
      ctx.db,
      advanced.map(({ claim, position }) => ({ enrollment: claim, position })),
      ctx.clock.now(),
    );
    for (const { due, position } of advanced) {
      if (completed.has(due.id)) recorder.add(due, "completed", position);
    }
  }

  return {
    channel: "email",
    policy,
    claim,
    async selectSendable(messages) {
      const claims = new Map(messages.flatMap(({ id }) => [[id, steps.get(id)?.claim] as const]));
      const due = await stillClaimedEnrollments(
        ctx.db,
        [...claims.values()].filter((claim) => claim !== undefined),
      );
      return new Set(messages.flatMap(({ id }) => (due.has(claims.get(id)?.id ?? 0) ? id : [])));
    },
    async settled(message, { outcome, failure }) {
      const step = stepOf(message);
      const { due, position, claim } = step;
      steps.delete(message.id);
      switch (outcome) {
        case "sent":
          recorder.add(due, "sent", position);
          sent.push(step);
          if (sent.length >= ADVANCED_TOGETHER) await flush();
          return;
        case "retry":
          if (await recordFailure(ctx, claim)) recorder.add(due, "retry", position, failure);
          return;
        case "failed":
          if (!(await stopAfterFailures(ctx, claim))) return;
          recorder.add(due, "stopped", position, "send_failed");
          ctx.log.warn({ enrollment: due.id, failure }, "drip enrollment stopped after three failures");
          return;
        case "deferred":
          await deferToNextPass(ctx, claim);
          return;
        case "released":
          await releaseDue(ctx, claim);
          return;
        case "dropped":
        // Nothing to do. A step's mail is dropped only when the claim on its enrollment has been lost.
      }
    },
    flush,
  };
}

const TRIES = 3;

/** Decides about claimed enrollments, and enqueues the mails of steps to send. */
async function enqueueSteps(ctx: Context, due: readonly DueEnrollment[], until: Date) {
  for (let tries = 1; ; tries++) {
    const decided = await decideSteps(ctx, due);
    const rendered = await renderStepMails(ctx, decided);
    try {
      const messages = await enqueueClaimedMail(
        ctx,
        rendered.map(({ mail }) => mail),
        until,
      );
      return {
        decided,
        mails: rendered.map((each, index) => ({ ...each, message: messages[index] ?? null })),
      };
    } catch (error) {
      // A lead was deleted after it was read. The next attempt does not find it.
      if (!isMissingReference(error) || tries === TRIES) throw error;
    }
  }
}

function isMissingReference(error: unknown): boolean {
  return (error as { code?: string }).code === "23503";
}

/** Stops or completes an enrollment that is over. */
async function endIfOver(
  ctx: Context,
  recorder: RunRecorder,
  { due, decision }: DecidedStep,
  until: Date,
): Promise<void> {
  const claim = { ...due, until };
  if (decision === "complete") {
    if (await completeDue(ctx, claim)) recorder.add(due, "completed", due.next_step_position);
  } else if (typeof decision === "object" && "stop" in decision) {
    if (await stopDue(ctx, claim, decision.stop)) {
      recorder.add(due, "stopped", due.next_step_position, decision.stop);
    }
  }
}
