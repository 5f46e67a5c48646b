import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { YearReport } from "../alert-year/world.ts";
import { removeFolder } from "../harness/remove-folder.ts";
import { proveAlertKills } from "./alert-kills.ts";
import { runTests } from "./run-tests.ts";

const usual = { PEOPLE: "2000", SEARCHES: "6000", DAYS: "365", KILLS: "100" };

/**
 * The tests in `test/alert-year/` with a whole year, and kills of two servers that send alerts. PEOPLE, SEARCHES, DAYS, KILLS and SEED
 * have other sizes.
 */
export async function proveAlerts(changes: number): Promise<string> {
  const sizes = { ...usual, ...process.env };
  const folder = await mkdtemp(join(tmpdir(), "lintel-alerts-"));
  try {
    const file = join(folder, "report.json");
    const passed = await runTests("test/alert-year", { ...sizes, CHANGES: String(changes), REPORT: file });
    if (!passed) throw new Error("Alerts differ from what the oracle says: see above");
    const year = summaryOf(JSON.parse(await readFile(file, "utf8")), sizes);
    return `${year}\n${await proveAlertKills(Number(sizes.KILLS))}`;
  } finally {
    await removeFolder(folder);
  }
}

function summaryOf(report: YearReport, { DAYS, PEOPLE, SEARCHES }: typeof usual): string {
  const { changes, mails, pushes, homes, questions, problems } = report;
  return (
    `${DAYS} days, ${PEOPLE} people, ${SEARCHES} searches, ${changes} changes of listings, ${report.outages} outages of the mail server, ` +
    `${report.withdrawals} withdrawals of a source, ${report.optOuts} opt-outs, ${report.clicks} clicks, ${report.erased} people erased, ` +
    `${report.paused} paused: ${mails} mails and ${pushes} pushes with ${homes} homes and ${questions} questions as predicted, ` +
    `${problems.length} missed, repeated or wrong`
  );
}
