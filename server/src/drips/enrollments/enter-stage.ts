import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { batched, batchedByKey } from "../../platform/database/batched.ts";
import type { Db } from "../../platform/database/database.ts";
import { triggerStates } from "../drips.schemas.ts";
import { type Entry, enroll } from "./enroll.sql.ts";
import { lockTriggered, type TriggeredSequence } from "./lock-triggered.sql.ts";
import { resumeAfterVoid } from "./resume-after-void.sql.ts";
import { sequencesJoined } from "./sequences-joined.sql.ts";
import { lockEnrollments } from "./stop-enrollments.ts";
import { stopForStage } from "./stop-for-stage.sql.ts";

const DAY_MS = 86_400_000;

/** A lead that has just entered a stage. */
export type StageEntry = {
  leadId: number;
  brokerageId: number;
  stage: string;
  /** Null: sequences apply to all pipelines of the brokerage. */
  onlyPipeline: string | null;
};

/** A lead that is about to be stored. */
export type NewLead = Pick<StageEntry, "onlyPipeline"> & {
  /** What its first stage triggers (`lockSequencesForNew`). */
  sequences: readonly TriggeredSequence[];
  /** Other leads of the same person, if a visitor's form creates it. */
  otherLeadIds: readonly number[];
};

export type StageMove = StageEntry & {
  /** The event that moved it. */
  event: string;
};

/**
 * The sequences that the first stage of new leads triggers, of all pipelines, locked until the transaction ends. Sequences are locked
 * before the routing.
 */
export const lockSequencesForNew: (
  ctx: Context,
  entry: Pick<StageEntry, "brokerageId" | "stage">,
) => Promise<TriggeredSequence[]> = batchedByKey(
  ({ brokerageId, stage }) => `${brokerageId} ${stage}`,
  (ctx, entry) => triggeredBy(ctx, { ...entry, onlyPipeline: null }),
);

/**
 * Those of the locked sequences that a new lead starts (SPEC: Drip enrollment): not those in which its person is active by another
 * lead, or was enrolled within a day, so that repeated forms start each sequence once. Pass them to `enrollNewLead` in the same
 * transaction.
 */
export async function sequencesForNewLead(
  ctx: Context,
  { sequences, onlyPipeline, otherLeadIds: leadIds }: NewLead,
): Promise<number[]> {
  const triggered = sequences.filter((each) => isOfPipeline(each, onlyPipeline)).map(({ id }) => id);
  if (triggered.length === 0) return [];
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  const joined =
    leadIds.length === 0 ? [] : await sequencesJoined(ctx.db, { sequenceIds: triggered, leadIds, since });
  return triggered.filter((id) => !joined.includes(id));
}

/** Enrolls a new lead in its sequences. Call it in the transaction that stores the lead. */
export async function enrollNewLead(
  ctx: Context,
  lead: Pick<StageEntry, "leadId" | "stage">,
  sequenceIds: number[],
): Promise<void> {
  if (sequenceIds.length > 0) await enrollEach(ctx, { ...lead, sequenceIds });
}

/**
 * Applies a change of stage to a lead's drips (SPEC: Drip enrollment): stops enrollments that end with the previous
 * stage, resumes those that an agreement had stopped when its contract is voided, and enrolls. Call it in the
 * transaction of the move, with the lead locked. The sequences are locked before the enrollments, as in an edit of a
 * sequence.
 *
 * @returns whether any enrollment was started or resumed.
 */
export async function enterStage(ctx: Context, move: StageMove): Promise<boolean> {
  const [triggered, isResumed] = await Promise.all([triggeredBy(ctx, move), carryOver(ctx, move)]);
  if (triggered.length === 0) return isResumed;
  const { leadId, stage } = move;
  const sequenceIds = triggered.map(({ id }) => id);
  const enrolled = await enroll(ctx.db, [{ sequenceIds, leadId, stage }], ctx.clock.now());
  return isResumed || enrolled > 0;
}

async function triggeredBy({ db }: Context, entry: Omit<StageEntry, "leadId">): Promise<TriggeredSequence[]> {
  const isTrigger = triggerStates.some((each) => each === entry.stage);
  return isTrigger ? lockTriggered(db, entry) : [];
}

function isOfPipeline({ pipeline_type }: TriggeredSequence, onlyPipeline: string | null): boolean {
  return onlyPipeline === null || pipeline_type === null || pipeline_type === onlyPipeline;
}

const enrollEach = batched(async ({ db, clock }: Context, entries: Entry[]) => {
  await enroll(db, entries, clock.now());
  return entries.map(() => undefined);
});

/** Stages from which a voided contract can bring the lead back. */
const agreementStages = ["COMMITTED", "IN_CONTRACT"];

/** Stops or resumes the existing enrollments. @returns whether any was resumed. */
async function carryOver({ db, clock }: Context, { leadId, stage, event }: StageMove): Promise<boolean> {
  const held = await lockEnrollments(db, [leadId]);
  if (held.length === 0) return false;
  const at = clock.now();
  await stopForStage(db, { leadId, stage, at });
  if (agreementStages.includes(stage)) return false;
  if (held.every(({ resumes_at_position }) => resumes_at_position === null)) return false;
  if (event !== "contract_voided") {
    await clearResumption(db, leadId);
    return false;
  }
  await resumeAfterVoid(db, { leadId, at });
  return true;
}

/** Clears the position to resume at: the lead has left the agreement in another way than by a voided contract. */
export async function clearResumption(db: Db, leadId: number): Promise<void> {
  await sql`
    update drip_enrollments
    set resumes_at_position = null, resumes_send_at = null
    where lead_id = ${leadId} and resumes_at_position is not null`.execute(db);
}
