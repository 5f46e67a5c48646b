import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../../platform/config/settings.ts";
import { packageFolder } from "./model-files.ts";

/**
 * Installs the runtime for local models in the versions of the lock file, unless it is installed.
 *
 * @throws StartError when npm fails.
 * @returns whether it was installed now.
 */
export async function installPackage({ print }: { print(line: string): void }): Promise<boolean> {
  const stamp = join(packageFolder, "node_modules", ".lintel-lock");
  const lock = await readFile(join(packageFolder, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).digest("hex");
  if (existsSync(stamp) && (await readFile(stamp, "utf8")) === wanted) return false;

  print("Installing the runtime for local models (about 480 MB on disk)…");
  const { code, output } = await npmCi();
  if (code !== 0) {
    throw new StartError(
      `Cannot install the runtime of local models: ${lastLine(output)}. Offline, copy local-models/node_modules from a machine where it is installed.`,
    );
  }
  await writeFile(stamp, wanted);
  return true;
}

function npmCi(): Promise<{ code: number | null; output: string }> {
  // The npm that runs this process, if there is one.
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const args = [...first, "ci", "--no-audit", "--no-fund", "--loglevel=error"];
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: packageFolder, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk: Buffer) => {
      output = (output + chunk).slice(-4_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => resolve({ code: null, output: error.message }));
    child.on("close", (code) => resolve({ code, output }));
  });
}

function lastLine(output: string): string {
  const lines = output.split("\n").map((line) => line.replace(/^npm error\s*/, "").trim());
  return lines.find((line) => line !== "" && !line.startsWith("A complete log")) ?? "npm printed nothing";
}
