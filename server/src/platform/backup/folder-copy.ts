import { constants } from "node:fs";
import { chmod, copyFile, lstat, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";

/** Clock ticks of file systems are up to 10 ms: a file may change twice within one, under the same time. */
const TICK_NS = 100_000_000n;
const PARALLEL = 4;

export type CopyPass = { files: number; bytes: number };

type Seen = { size: bigint; mtimeNs: bigint; ctimeNs: bigint; ino: bigint; isSettled: boolean };

/**
 * A copy of a folder that is brought up to date by passes: each copies the files that have changed since the one before, and removes
 * those that are gone. The last pass, during which nothing may change the folder, is short.
 */
export class FolderCopy {
  readonly #from: string;
  readonly #to: string;
  #seen = new Map<string, Seen>();

  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  /** @returns what was copied. */
  async pass(signal: AbortSignal, onCopied: (bytes: number) => void = () => {}): Promise<CopyPass> {
    const now = new Map<string, Seen>();
    await this.#list("", now);
    const limit = pLimit(PARALLEL);
    const copied: CopyPass = { files: 0, bytes: 0 };
    const changed = [...now].filter(([path, file]) => !isSame(this.#seen.get(path), file));
    await Promise.all(
      changed.map(([path, file]) =>
        limit(async () => {
          signal.throwIfAborted();
          if (!(await this.#copy(path))) return void now.delete(path);
          copied.files++;
          copied.bytes += Number(file.size);
          onCopied(Number(file.size));
        }),
      ),
    );
    const gone = [...this.#seen.keys()].filter((path) => !now.has(path));
    await Promise.all(gone.map((path) => rm(join(this.#to, path), { force: true })));
    this.#seen = now;
    return copied;
  }

  async #list(folder: string, into: Map<string, Seen>): Promise<void> {
    await mkdir(join(this.#to, folder), { recursive: true, mode: 0o700 });
    // A table may be dropped between the listing of its folder and the look at its file.
    const entries = await readdir(join(this.#from, folder), { withFileTypes: true }).catch(ifThere);
    for (const entry of entries ?? []) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await this.#list(path, into);
      else if (entry.isFile()) {
        const now = BigInt(Date.now()) * 1_000_000n;
        const status = await lstat(join(this.#from, path), { bigint: true }).catch(ifThere);
        if (!status) continue;
        const { size, mtimeNs, ctimeNs, ino } = status;
        into.set(path, { size, mtimeNs, ctimeNs, ino, isSettled: now - ctimeNs > TICK_NS });
      }
    }
  }

  /** @returns false when the file is gone. */
  async #copy(path: string): Promise<boolean> {
    const to = join(this.#to, path);
    const copied = await copyFile(join(this.#from, path), to, constants.COPYFILE_FICLONE).then(
      () => true,
      ifThere,
    );
    if (copied) await chmod(to, 0o600);
    else await rm(to, { force: true });
    return copied ?? false;
  }
}

function isSame(before: Seen | undefined, now: Seen): boolean {
  return (
    before?.isSettled === true &&
    before.size === now.size &&
    before.mtimeNs === now.mtimeNs &&
    before.ctimeNs === now.ctimeNs &&
    before.ino === now.ino
  );
}

/** Null for a file that does not exist. */
export function ifThere(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT") throw error;
  return null;
}
