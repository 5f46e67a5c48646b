import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** Adds lines to a file of settings (0600), which may end without a newline. */
export function appendSettings(file: string, lines: readonly string[]): void {
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const separator = before === "" || before.endsWith("\n") ? "" : "\n";
  appendFileSync(file, `${separator}${lines.join("\n")}\n`, { mode: 0o600 });
}
