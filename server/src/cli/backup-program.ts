import type { Command } from "commander";
import type { Config } from "../platform/config/config.ts";
import type { Log } from "../platform/log.ts";

type Run = (work: (config: Config, log: Log) => Promise<void>) => Promise<void>;

/** `lintel backup` and `lintel restore`. */
export function addBackupCommands(program: Command, run: Run): void {
  program
    .command("backup")
    .description(
      "write a backup of the embedded database, its files and secrets, while the server runs or not",
    )
    .argument("<file>", "the new file, such as lintel-2026-12-01.tar.zst")
    .option("--digests", "add a digest of every table, which restore compares; requests wait for it")
    .action((file: string, options: { digests?: boolean }) =>
      run(async (config, log) => {
        const { backupCommand } = await import("./backup-command.ts");
        process.exitCode = await backupCommand(config, log, file, options);
      }),
    );

  program
    .command("restore")
    .description("restore a backup into DATA_DIR, which must be empty; stop the server first")
    .argument("<file>", "the file that lintel backup has written")
    .action((file: string) =>
      run(async (config, log) => {
        const { restoreCommand } = await import("./restore-command.ts");
        process.exitCode = await restoreCommand(config, log, file);
      }),
    );
}
