import { removeSourceHere } from "./brokerages/index.ts";
import { addFeedHere, listFeedsHere, removeFeedHere, runFeedHere, testFeedHere } from "./feeds/index.ts";
import { createKeyHere, listKeysHere, resetAdminKey, revokeKeyHere } from "./identity/index.ts";
import { importLeads } from "./leads/index.ts";
import { importFile, listSourcesHere } from "./listings/index.ts";
import { indexDemoPhotos, makeDemo } from "./make-demo.ts";
import { holdBackup } from "./platform/backup/hold-backup.ts";
import type { ControlCommand } from "./platform/control/control-server.ts";
import { type AppContext, ownContext, type Services } from "./services.ts";
import { setUpBrokerage } from "./set-up-brokerage.ts";
import { runSweep } from "./sweep/index.ts";

/** A command of the command line: an operation that reports its progress. */
type Command = (ctx: AppContext, input: never, report: (progress: unknown) => void) => Promise<unknown>;

/** All commands that access data, with or without a running server. */
export const commands = {
  init: setUpBrokerage,
  import: importFile,
  "leads-import": importLeads,
  async demo(ctx, _input, report) {
    const outcome = await makeDemo(ctx, report);
    if (outcome.state === "created") await indexDemoPhotos(ctx);
    return outcome;
  },
  "feeds-add": addFeedHere,
  "feeds-list": (ctx) => listFeedsHere(ctx),
  "feeds-test": testFeedHere,
  "feeds-run": runFeedHere,
  "feeds-remove": removeFeedHere,
  "sources-list": listSourcesHere,
  "sources-remove": removeSourceHere,
  backup: holdBackup,
  sweep: runSweep,
  "keys-create": createKeyHere,
  "keys-list": listKeysHere,
  "keys-revoke": revokeKeyHere,
  "keys-reset-admin": (ctx) => resetAdminKey(ctx),
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;

/** The commands that a running embedded server executes for other processes. */
export function controlCommands(services: Services): Record<string, ControlCommand> {
  return Object.fromEntries(
    Object.entries(commands).map(([name, run]) => [
      name,
      (input: unknown, report: (progress: unknown) => void, signal: AbortSignal) =>
        (run as Command)(
          ownContext(services, `command ${name}`, AbortSignal.any([signal, services.stopping])),
          input as never,
          report,
        ),
    ]),
  );
}
