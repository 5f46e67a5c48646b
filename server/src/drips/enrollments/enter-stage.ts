import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { triggerStates } from "../drips.schemas.ts";
import { enroll } from "./enroll.sql.ts";
import { lockTriggered } from "./lock-triggered.sql.ts";
import { resumeAfterVoid } from "./resume-after-void.sql.ts";
import { sequencesJoined } from "./sequences-joined.sql.ts";
import { lockEnrollments } from "./stop-enrollments.ts";
import { stopForStage } from "./stop-for-stage.sql.ts";

const DAY_MS = 86_400_000;

/** A lead in a stage that it has just come into. */
export type StageEntry = {
  leadId: number;
  brokerageId: number;
  stage: string;
  /** Null: the brokerage does not keep sequences to their pipeline. */
  onlyPipeline: string | null;
};

/** A lead that a visitor's form has just made. */
export type NewLead = StageEntry & {
  /** Other leads of the same person. */
  otherLeadIds: readonly number[];
};

export type StageMove = StageEntry & {
  /** What brought it there. */
  event: string;
};

/**
 * Enrolls a lead that is just received in what the stage triggers that it begins in (SPEC: Drip enrollment), but for what
 * its person is on already by another lead, or has been put on within a day: many forms of one address begin each sequence
 * once. Call it in the transaction that stores the lead.
 */
export async function enrollNewLead(ctx: Context, entry: NewLead): Promise<void> {
  const triggered = await triggeredBy(ctx, entry);
  if (triggered.length === 0) return;
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  const { otherLeadIds: leadIds } = entry;
  const joined =
    leadIds.length === 0 ? [] : await sequencesJoined(ctx.db, { sequenceIds: triggered, leadIds, since });
  await enrollIn(
    ctx,
    entry,
    triggered.filter((id) => !joined.includes(id)),
  );
}

/**
 * What it does to drips that a lead has moved into a stage (SPEC: Drip enrollment): ends what stops with the stage before,
 * takes up again what an agreement had stopped when its contract is voided, and enrolls. Call it in the transaction of the
 * move, with the lead locked. The sequences are held before the enrollments, as an edit of a sequence does.
 *
 * @returns whether anything was begun or taken up again.
 */
export async function enterStage(ctx: Context, move: StageMove): Promise<boolean> {
  const triggered = await triggeredBy(ctx, move);
  const isResumed = await carryOver(ctx, move);
  const enrolled = await enrollIn(ctx, move, triggered);
  return isResumed || enrolled > 0;
}

async function triggeredBy({ db }: Context, entry: StageEntry): Promise<number[]> {
  const isTrigger = triggerStates.some((each) => each === entry.stage);
  return isTrigger ? lockTriggered(db, entry) : [];
}

async function enrollIn({ db, clock }: Context, { leadId, stage }: StageEntry, sequenceIds: number[]) {
  if (sequenceIds.length === 0) return 0;
  return enroll(db, { sequenceIds, leadId, stage, at: clock.now() });
}

/** As long as a voided contract can still bring the lead back. */
const agreementStages = ["COMMITTED", "IN_CONTRACT"];

/** What the lead is on already. @returns whether something goes on that was stopped. */
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

/** What an agreement has stopped stays so: the lead has left it otherwise than by a voided contract. */
export async function clearResumption(db: Db, leadId: number): Promise<void> {
  await sql`
    update drip_enrollments
    set resumes_at_position = null, resumes_send_at = null
    where lead_id = ${leadId} and resumes_at_position is not null`.execute(db);
}
