import { expect } from "vitest";
import { DRIPS } from "../harness/sequences-fixture.ts";
import type { Reported } from "./history.ts";
import { type MailFaults, refusing } from "./mail-faults.ts";
import { expectLetters, letter, newLetters } from "./reading.ts";
import { type Enrollment, forbidding, type Person, type Step } from "./spec-drips.ts";
import { type Action, type Foreseen, foresee } from "./spec-pass.ts";
import { count, type ModelledBrokerage, must, nowOf } from "./world.ts";

/** What a pass says. */
export type Report = {
  dry_run: boolean;
  actions: Reported[];
  counts: Record<string, number>;
  notes: string[];
};

/** A pass takes all that is due: what others have left due would be among it. */
export const run = (brokerage: ModelledBrokerage, query = ""): Promise<Report> =>
  must(brokerage, "POST", `${DRIPS}/run${query}`, {}, brokerage.world.admin);

/** An enrollment before a pass. */
export type Awaited = Foreseen & { key: string; isRefused: boolean };

export function awaited(brokerage: ModelledBrokerage, faults: MailFaults): Awaited[] {
  const { drips } = brokerage;
  const isRefused = refusing(brokerage, faults);
  return drips.enrollments().map((each) => ({
    ...foresee(drips, each, nowOf(brokerage)),
    key: `${each.sequenceId} ${each.leadId}`,
    isRefused: isRefused((drips.people.get(each.leadId) as Person).email),
  }));
}

/** What has become of one enrollment, in one pass or in several. */
export type Became = { after: Enrollment; actions: Action[]; mails: Step[] };

export function byEnrollment(actions: readonly Reported[]): Map<string, Reported[]> {
  return Map.groupBy(actions, ({ sequence_id, lead_id }) => `${sequence_id} ${lead_id}`);
}

export function expectActions({ key, before }: Awaited, reported: Reported[], expected: Action[]): void {
  // Why a mail did not leave is in the server's words.
  const actual = reported.map(({ action, position, reason }) => ({
    action,
    position,
    reason: action === "retry" && reason ? null : reason,
  }));
  expect(actual, `done with ${key}, ${JSON.stringify(before)}`).toEqual(expected);
  for (const { action, reason } of reported) {
    expect(reason !== null, `a reason why ${action}`).toBe(["retry", "stopped"].includes(action));
  }
}

/** Applies a pass's outcomes to the oracle, and expects the mails that go with them, and no others. */
export async function conclude(
  brokerage: ModelledBrokerage,
  reports: Report[],
  all: Became[],
): Promise<void> {
  const { drips, world } = brokerage;
  const known = new Set(drips.enrollments().map(({ sequenceId, leadId }) => `${sequenceId} ${leadId}`));
  for (const report of reports) {
    expect([report.dry_run, report.notes.some((note) => note.startsWith("Unsubscribe"))]).toEqual([
      false,
      false,
    ]);
    for (const key of byEnrollment(report.actions).keys()) expect([...known]).toContain(key);
    expect(report.counts).toEqual({ ...countsOf(report), would_send: 0 });
  }
  for (const { after, actions } of all) {
    drips.put(after);
    for (const { action, reason } of actions) count(world, reason === null ? action : `${action}: ${reason}`);
  }
  const letters = all.flatMap(({ mails, after }) =>
    mails.map((mail) => ({ mail, reader: drips.people.get(after.leadId) as Person })),
  );
  const forbidden = letters.filter(({ reader }) => forbidding(reader.flags.keys()) !== null);
  expect(forbidden, "mail against a flag").toEqual([]);
  expectLetters(
    await newLetters(brokerage),
    letters.map(({ mail, reader }) => letter(brokerage, mail, reader)),
  );
}

function countsOf({ actions }: Report): Record<string, number> {
  const counts: Record<string, number> = { sent: 0, retry: 0, stopped: 0, completed: 0 };
  for (const { action } of actions) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
}

export function describeReport(report: Report): string {
  const done = Object.entries(countsOf(report)).filter(([, times]) => times > 0);
  return done.map(([action, times]) => `${times} ${action}`).join(", ") || "nothing";
}
