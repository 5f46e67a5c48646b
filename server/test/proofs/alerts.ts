import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "../harness/remove-folder.ts";
import { proveAlertKills } from "./alert-kills.ts";
import { runTests } from "./run-tests.ts";

const usual = { PEOPLE: "2000", SEARCHES: "6000", DAYS: "365", KILLS: "100" };

/**
 * The test in `test/alert-year/` with a whole year, and kills of two servers that send alerts. PEOPLE, SEARCHES, DAYS, KILLS and SEED
 * have other sizes.
 */
export async function proveAlerts(changes: number): Promise<string> {
  const sizes = { ...usual, ...process.env };
  const folder = await mkdtemp(join(tmpdir(), "lintel-alerts-"));
  try {
    const file = join(folder, "report.json");
    const passed = await runTests("test/alert-year", { ...sizes, CHANGES: String(changes), REPORT: file });
    if (!passed) throw new Error("Alerts differ from what the oracle says: see above");
    const { mails, homes, outages, paused, problems } = JSON.parse(await readFile(file, "utf8"));
    const year =
      `${sizes.DAYS} days, ${sizes.PEOPLE} people, ${sizes.SEARCHES} searches, ${changes} changes, ${outages} outages of the mail ` +
      `server: ${mails} mails with ${homes} homes as predicted, ${paused} people paused, ${problems.length} missed, repeated or wrong`;
    return `${year}\n${await proveAlertKills(Number(sizes.KILLS))}`;
  } finally {
    await removeFolder(folder);
  }
}
