import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** A checkout whose command line is measured. */
export type Tree = { name: string; folder: string };

export const SECRETS = {
  FAVORITES_SECRET: "the secret of a benchmark, thirty-two characters",
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
};

/** A command of a checkout; the shell's `times` tells what it and its children have taken. */
export async function runLintel(tree: Tree, args: string[], settings: Record<string, string | undefined>) {
  const main = join(tree.folder, "server/src/main.ts");
  const { stdout } = await promisify(execFile)(
    "sh",
    ["-c", '"$@" && times', "sh", process.execPath, main, ...args],
    {
      env: { ...process.env, DATABASE_URL: "", LOG_LEVEL: "error", ...SECRETS, ...settings },
      maxBuffer: 1e8,
    },
  );
  const [, minutes, seconds, systemMinutes, systemSeconds] =
    /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(stdout)?.map(Number) ?? [];
  return {
    stdout,
    processorSeconds: (minutes! + systemMinutes!) * 60 + seconds! + systemSeconds!,
  };
}
