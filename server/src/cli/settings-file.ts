import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { StartError } from "../platform/config/config.ts";
import { userPath } from "./terminal.ts";

/**
 * Reads `.env` of the folder the user stands in, as `.env.example` describes it. What the environment sets wins.
 *
 * @throws StartError when the file cannot be read.
 */
export function loadSettingsFile(): void {
  const file = userPath(".env");
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`${file} cannot be read (${code}).`, { cause: error });
  }
}

/** Adds lines to a file of settings (0600), which may end without a newline. */
export function appendSettings(file: string, lines: readonly string[]): void {
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const separator = before === "" || before.endsWith("\n") ? "" : "\n";
  appendFileSync(file, `${separator}${lines.join("\n")}\n`, { mode: 0o600 });
}
