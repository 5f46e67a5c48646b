import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Puts the tree of a commit into `folder`, with its packages: those of this tree, as a copy, where the lock file is the same, else by
 * `npm ci`. No worktree: the repository is only read.
 *
 * @throws when the repository has no such commit, as in a shallow clone.
 */
export async function checkOut(reference: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const archive = join(folder, "tree.tar");
  await run("git", ["archive", "--output", archive, reference], { cwd: ROOT }).catch(() => {
    throw new Error(`This repository has no commit ${reference}: fetch it (git fetch --unshallow --tags).`);
  });
  await run("tar", ["-xf", archive, "-C", folder]);
  await rm(archive);
  const [own, other] = await Promise.all(
    [ROOT, folder].map((root) => readFile(join(root, "package-lock.json"), "utf8")),
  );
  if (own === other) await copyPackages(folder);
  else await installPackages(folder);
}

/** Links of workspaces are relative, so that they lead into the copy. */
async function copyPackages(folder: string): Promise<void> {
  const { stdout } = await run("git", ["ls-files", "*package.json"], { cwd: ROOT });
  for (const file of stdout.trim().split("\n")) {
    const packages = join(dirname(file), "node_modules");
    await cp(join(ROOT, packages), join(folder, packages), {
      ...{ recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE },
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
}

async function installPackages(folder: string): Promise<void> {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const [command, first] = npm && node ? [node, [npm]] : ["npm", []];
  await run(command, [...first, "ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    maxBuffer: 64 * 1_048_576,
  });
}
