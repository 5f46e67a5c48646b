import { lockSequencesForNew, type TriggeredSequence } from "../../drips/index.ts";
import type { Context } from "../../platform/context.ts";
import type { DataSubject } from "../../platform/data-subject.ts";
import type { UsesVisitors, Visit } from "../../visitors/index.ts";
import { lockVisit } from "./attach-visit.ts";
import { lockPerson } from "./person.ts";

/** What the transaction of a visitor's form has locked, with what the locked rows hold. */
export type IntakeLocks = {
  visit: Visit;
  /** The sequences that a new lead triggers. */
  sequences: TriggeredSequence[];
};

/**
 * Locks the person, the visit and the drip sequences of a visitor's form, in this order: the routing, the agents and leads are locked
 * after them. Statements that are started after it see what it waited for.
 *
 * The forms of a group (`inGroupTransaction`) call it first, so that all persons are locked before all sessions, and those before all
 * sequences, although each form takes another time for what it reads next.
 */
export async function lockForIntake(ctx: Context<UsesVisitors>, person: DataSubject): Promise<IntakeLocks> {
  const [, visit, sequences] = await Promise.all([
    lockPerson(ctx, person),
    lockVisit(ctx, person),
    lockSequencesForNew(ctx, { brokerageId: person.brokerageId, stage: "NEW" }),
  ]);
  return { visit, sequences };
}
