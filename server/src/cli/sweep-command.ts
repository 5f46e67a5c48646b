import type { Config } from "../platform/config/config.ts";
import type { Log } from "../platform/log.ts";
import type { SweepReport } from "../sweep/index.ts";
import { runCommand } from "./run-command.ts";
import { stopSignal, table } from "./terminal.ts";

/** `lintel sweep`: processes what is due now, and prints the number of actions of each kind. */
export async function sweepCommand(config: Config, log: Log): Promise<void> {
  const command = { name: "sweep", input: null, report: () => {}, signal: stopSignal() } as const;
  const { counts, drips, took_ms } = (await runCommand(config, log, command)) as SweepReport;
  const taken = [
    ...Object.entries(counts),
    ...Object.entries(drips.counts).map(([action, count]) => [`drip ${action}`, count] as const),
  ].filter(([, count]) => count > 0);
  const rows = taken.map(([action, count]) => [action.replaceAll("_", " "), String(count)]);
  process.stdout.write(rows.length > 0 ? table(["ACTION", "TIMES"], rows) : "Nothing was due.\n");
  for (const note of drips.notes) process.stdout.write(`${note}\n`);
  process.stdout.write(
    `Done in ${took_ms} ms. Drips were sent; the running server sends other messages within a minute.\n`,
  );
}
