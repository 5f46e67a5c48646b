import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Each is tried until it does not fit any more: the last one leaves no byte. */
const PIECES = [1_048_576, 65_536, 4096, 1];
const FILL_AGAIN_MS = 100;

/** A file system of a few megabytes, which is filled to the last byte. */
export class SmallDisk {
  /** Where a server may have its DATA_DIR. */
  readonly folder: string;
  readonly #mounted: string;
  #filling: NodeJS.Timeout | null = null;

  private constructor(mounted: string) {
    this.#mounted = mounted;
    this.folder = join(mounted, "data");
    mkdirSync(this.folder, { mode: 0o700 });
  }

  /** Null where this user may not mount one. */
  static mount(megabytes: number): SmallDisk | null {
    const folder = mkdtempSync(join(tmpdir(), "lintel-disk-"));
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], {
        stdio: "ignore",
      });
    } catch {
      rmSync(folder, { recursive: true });
      return null;
    }
    return new SmallDisk(folder);
  }

  /** Keeps it full: what a process deletes is taken as well. */
  fill(): void {
    this.#fillOnce();
    this.#filling ??= setInterval(() => this.#fillOnce(), FILL_AGAIN_MS);
  }

  free(): void {
    if (this.#filling !== null) clearInterval(this.#filling);
    this.#filling = null;
    rmSync(this.#filler, { force: true });
  }

  unmount(): void {
    this.free();
    // Also while a process that was killed still ends.
    execFileSync("umount", ["-l", this.#mounted]);
    rmSync(this.#mounted, { recursive: true });
  }

  get #filler(): string {
    return join(this.#mounted, "filler");
  }

  #fillOnce(): void {
    const file = openSync(this.#filler, "a");
    for (const bytes of PIECES) writeWhileItFits(file, Buffer.alloc(bytes, 1));
    closeSync(file);
  }
}

function writeWhileItFits(file: number, piece: Buffer): void {
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
