import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { everyRow } from "../harness/all-rows.ts";
import { foreseenRow, shownRows } from "./expectations.ts";
import type { History, Reported } from "./history.ts";
import type { MailFaults } from "./mail-faults.ts";
import {
  type Awaited,
  awaited,
  type Became,
  byEnrollment,
  conclude,
  describeReport,
  expectActions,
  type Report,
  run,
} from "./reports.ts";
import { foresee } from "./spec-pass.ts";
import { count, type ModelledBrokerage, nowOf } from "./world.ts";

/** One pass: of each enrollment exactly what is foreseen; where connections break, as many mails at most are lost. */
export async function pass(
  brokerage: ModelledBrokerage,
  history: History,
  faults: MailFaults,
): Promise<string> {
  const all = awaited(brokerage, faults);
  const report = await run(brokerage);
  const actionsByEnrollment = byEnrollment(report.actions);
  let broken = 0;
  const became = all.map((each): Became => {
    const reported = actionsByEnrollment.get(each.key) ?? [];
    const isBroken = !each.isRefused && faults.drops > 0 && reported.some(isFailure);
    if (isBroken) broken++;
    const { after, actions, mail } = each.isRefused || isBroken ? each.failed : each.sent;
    expectActions(each, reported, actions);
    return { after, actions, mails: mail ? [mail] : [] };
  });
  expect(broken, "mails lost with a connection").toBeLessThanOrEqual(faults.drops);
  history.passes([report.actions]);
  await conclude(brokerage, [report], became);
  return `pass: ${describeReport(report)}`;
}

const isFailure = ({ action, reason }: Reported) => action === "retry" || reason === "send_failed";

/**
 * Two passes at once: each enrollment is taken by one of them or by both, one after the other. While the clock stands still, a
 * pass cannot tell an attempt since it began from one before: where that matters, the second begins a moment later.
 */
export async function passesAtOnce(
  brokerage: ModelledBrokerage,
  history: History,
  faults: MailFaults,
): Promise<string> {
  const { lintel, server } = brokerage.world.mail;
  const now = nowOf(brokerage);
  const all = awaited(brokerage, faults);
  const isAgain = all.some(({ sent, isDue }) => isDue && foresee(brokerage.drips, sent.after, now).isDue);
  server.delayMs = 5;
  const first = run(brokerage);
  if (isAgain) {
    await inTheMiddleOf(first, brokerage);
    lintel.clock.advance(1);
  }
  const reports = await Promise.all([first, run(brokerage)]);
  server.delayMs = 0;
  const actionsByEnrollment = byEnrollment(reports.flatMap(({ actions }) => actions));
  const later = now + 1;
  const times = isAgain ? [[now], [later], [now, later], [later, later]] : [[now], [now, now]];
  const rows = await shownRows(brokerage);
  const became = all.map((each) => {
    const reported = actionsByEnrollment.get(each.key) ?? [];
    const possible = times.map((ats) => taken(brokerage, each, ats));
    const right = possible.find(
      ({ after, actions }) =>
        actions.length === reported.length &&
        isDeepStrictEqual(rows.get(each.key), foreseenRow(brokerage, after)),
    );
    if ((right?.actions.length ?? 0) > (possible[0] as Became).actions.length) {
      count(brokerage.world, "taken by both passes");
    }
    const one = right ?? (possible[0] as Became);
    expectActions(each, reported.toSorted(inOrder), one.actions);
    return one;
  });
  history.passes(reports.map(({ actions }) => actions));
  await conclude(brokerage, reports, became);
  return `two passes at once: ${reports.map(describeReport).join("; ")}`;
}

async function inTheMiddleOf(pass: Promise<Report>, { world }: ModelledBrokerage): Promise<void> {
  let isOver = false;
  const over = pass.finally(() => {
    isOver = true;
  });
  while (!isOver && world.mail.server.taking === 0) await setImmediate();
  if (isOver) await over;
}

/** What becomes of one enrollment that is taken at these times, one after the other. */
function taken(brokerage: ModelledBrokerage, { before, isRefused }: Awaited, times: number[]): Became {
  const became: Became = { after: before, actions: [], mails: [] };
  for (const at of times) {
    const { sent, failed } = foresee(brokerage.drips, became.after, at);
    const { after, actions, mail } = isRefused ? failed : sent;
    became.after = after;
    became.actions.push(...actions);
    if (mail) became.mails.push(mail);
  }
  return became;
}

/** Of the same step a failure comes before the one that stops, and the mail before the end. */
const rank = ({ action }: Reported) => (action === "sent" || action === "retry" ? 0 : 1);
const inOrder = (a: Reported, b: Reported) => a.position - b.position || rank(a) - rank(b);

/** Says what a pass would send, and nothing is another for it. */
export async function dryRun(brokerage: ModelledBrokerage, faults: MailFaults): Promise<string> {
  const due = awaited(brokerage, faults).filter(({ sent }) => sent.mail !== null);
  const report = await changesNothing(brokerage, () => run(brokerage, "?dry_run=true"));
  const reported = report.actions.map(
    (each) => `${each.sequence_id} ${each.lead_id} at ${each.position}: ${each.action}`,
  );
  const right = due.map(({ key, before }) => `${key} at ${before.next?.position}: would_send`);
  expect(report.dry_run).toBe(true);
  expect(reported.toSorted()).toEqual(right.toSorted());
  expect(report.counts).toEqual({ sent: 0, retry: 0, stopped: 0, completed: 0, would_send: due.length });
  count(brokerage.world, "would_send", due.length);
  return `dry run: ${due.length} would be sent`;
}

/** Of the whole database; when a key was used last and what was answered is kept of every request. */
export async function changesNothing<Result>(
  brokerage: ModelledBrokerage,
  work: () => Promise<Result>,
): Promise<Result> {
  const { db } = brokerage.world.mail.lintel.database;
  const all = () => everyRow(db, { except: ["api_keys", "idempotency_keys"] });
  const before = await all();
  const result = await work();
  expect(await all()).toEqual(before);
  return result;
}
