import { copyFile, link, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { ifThere } from "./folder-copy.ts";

const PARALLEL = 8;

/**
 * A second folder with the same files, by hard links: stored files are never changed, but replaced as a whole, so that a link keeps
 * what it was made for. A pass links what is new since the one before, and removes what is gone.
 */
export class FolderLinks {
  readonly #from: string;
  readonly #to: string;
  /** Inodes by path: a file that was replaced has another one. */
  #linked = new Map<string, number>();

  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  async pass(signal: AbortSignal): Promise<void> {
    const now = new Map<string, number>();
    await this.#list("", now);
    const limit = pLimit(PARALLEL);
    const changed = [...now].filter(([path, inode]) => this.#linked.get(path) !== inode);
    await Promise.all(
      changed.map(([path]) =>
        limit(async () => {
          signal.throwIfAborted();
          if (!(await this.#link(path))) now.delete(path);
        }),
      ),
    );
    const gone = [...this.#linked.keys()].filter((path) => !now.has(path));
    await Promise.all(gone.map((path) => rm(join(this.#to, path), { force: true })));
    this.#linked = now;
  }

  async #list(folder: string, into: Map<string, number>): Promise<void> {
    await mkdir(join(this.#to, folder), { recursive: true, mode: 0o700 });
    const entries = await readdir(join(this.#from, folder), { withFileTypes: true }).catch(ifThere);
    const limit = pLimit(PARALLEL);
    await Promise.all(
      (entries ?? []).map(async (entry) => {
        const path = join(folder, entry.name);
        // A draft, which is renamed when it is complete (folder-drive.ts).
        if (entry.name.startsWith(".")) return;
        if (entry.isDirectory()) return this.#list(path, into);
        if (!entry.isFile()) return;
        const status = await limit(() => stat(join(this.#from, path)).catch(ifThere));
        if (status) into.set(path, status.ino);
      }),
    );
  }

  /** @returns false when the file is gone. */
  async #link(path: string): Promise<boolean> {
    const [from, to] = [join(this.#from, path), join(this.#to, path)];
    await rm(to, { force: true });
    try {
      await link(from, to);
      return true;
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return false;
      // Another file system, or one without links.
      if (!["EXDEV", "EPERM", "ENOTSUP", "EMLINK"].includes(code)) throw error;
      return (await copyFile(from, to).then(() => true, ifThere)) ?? false;
    }
  }
}
