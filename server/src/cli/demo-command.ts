import type { DemoOutcome, DemoProgress } from "../make-demo.ts";
import type { Config } from "../platform/config/config.ts";
import type { Log } from "../platform/log.ts";
import { demoProgress } from "./demo-progress.ts";
import { runCommand } from "./run-command.ts";
import { stopSignal } from "./terminal.ts";

/** `lintel demo`. Returns the exit status: 0 created or there already, 130 interrupted. */
export async function demoCommand(config: Config, log: Log): Promise<number> {
  const progress = demoProgress();
  const outcome = (await runCommand(config, log, {
    name: "demo",
    input: null,
    report: (state) => progress.update(state as DemoProgress),
    signal: stopSignal(),
  }).finally(() => progress.stop())) as DemoOutcome;
  process.stdout.write(`${describe(outcome)}\n`);
  return outcome.state === "interrupted" ? 130 : 0;
}

function describe({ state, name, domains }: DemoOutcome): string {
  if (state === "created") return `The demo brokerage is available on ${domains.join(", ")}.`;
  if (state === "exists") return `The demo brokerage exists already: ${name} (slug demo). Nothing was added.`;
  return "Interrupted. The demo brokerage is not complete: run lintel demo again to continue.";
}
