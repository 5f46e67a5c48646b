import { type Config, StartError } from "../platform/config/config.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import { closingLines, exitStatus, rowsBeforeFailure, startOfSummary } from "./import-outcome.ts";
import { runCommand } from "./run-command.ts";
import { progressBar, stopSignal, userPath } from "./terminal.ts";

/** Part of the command's help. */
export const LEAD_COLUMNS = `
Columns, in any order, named in the first line:
  email               required
  first_name          required, or last_name
  last_name
  phone, subject      a subject about selling makes a seller lead
  message, notes
  status              new, contacted, qualified, showing, offer, converted or lost; new when blank
  agent_email         an active agent of the brokerage, who gets the lead
  created_at          2024-03-01 or 2024-03-01T09:30:00Z; now when blank
  source              where the lead came from`;

type Progress = { read: number; rejected: number; bytes: number; totalBytes: number; seconds: number };
type Report = {
  brokerage: string;
  read: number;
  created: number;
  unchanged: number;
  rejected: number;
  seconds: number;
  unknownAgents: string[];
  rejectsFile: string | null;
  interrupted: boolean;
};

/** `lintel leads import FILE`. Returns the exit status: 0 done, 2 all rows rejected, 130 interrupted. */
export async function importLeadsCommand(
  config: Config,
  log: Log,
  file: string,
  { brokerage }: { brokerage: string },
): Promise<number> {
  let processed = 0;
  const bar = progressBar("Importing", "leads");
  const report = (await runCommand(config, log, {
    name: "leads-import",
    input: { file: userPath(file), brokerage },
    report: (progress) => {
      const { read, rejected, bytes, totalBytes, seconds } = progress as Progress;
      processed = read;
      const note = rejected > 0 ? `(${rejected} rejected)` : "";
      bar.update({ done: bytes, total: totalBytes, count: read, seconds, note });
    },
    signal: stopSignal(),
  })
    .catch((error) => {
      if (!(error instanceof AppError) || error.message !== "Brokerage not found") throw error;
      throw new StartError(`There is no brokerage ${brokerage}: GET /api/admin/brokerages lists all slugs.`, {
        cause: error,
      });
    })
    .finally(() => bar.stop())
    .catch((error) => {
      process.stderr.write(rowsBeforeFailure(processed));
      throw error;
    })) as Report;
  process.stdout.write(summary(report));
  return exitStatus(report);
}

const AGENTS_SHOWN = 10;

function summary(report: Report): string {
  const number = (value: number) => value.toLocaleString("en").padStart(10);
  const { unknownAgents: agents } = report;
  const more = agents.length > AGENTS_SHOWN ? ` and ${agents.length - AGENTS_SHOWN} more` : "";
  return [
    `Leads of ${report.brokerage}: ${startOfSummary(report)}`,
    `${number(report.read)} read`,
    `${number(report.created)} created`,
    `${number(report.unchanged)} unchanged`,
    `${number(report.rejected)} rejected${report.rejectsFile ? `: see ${report.rejectsFile}` : ""}`,
    ...(agents.length > 0
      ? [
          `No active agent has these addresses, so their leads are unassigned: ${agents.slice(0, AGENTS_SHOWN).join(", ")}${more}`,
        ]
      : []),
    ...closingLines(report),
    "",
  ].join("\n");
}
