import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ORPHANED_AFTER_MS = 3_600_000;

/** Where an index lies: one file with its vectors, and graphs, each in a file with a name of its own. */
export class KeptPlace {
  readonly folder: string;
  readonly #temporary: boolean;
  readonly #name: string;

  /** Without a folder, graphs are handed over in a temporary one, and nothing else is written. */
  constructor(folder: string | null, name: string) {
    this.#temporary = folder === null;
    this.#name = safeName(name);
    this.folder = folder ?? mkdtempSync(join(tmpdir(), "lintel-vectors-"));
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
  }

  /** Null when nothing is to be kept. */
  get file(): string | null {
    return this.#temporary ? null : join(this.folder, `${this.#name}.vectors`);
  }

  newGraph(): string {
    return join(this.folder, `${this.#name}.${randomUUID()}.graph`);
  }

  /** Removes what a process that died has left, but not what another one may be writing now. */
  sweep(used: string | null): void {
    for (const each of readdirSync(this.folder)) {
      const path = join(this.folder, each);
      if (!each.startsWith(`${this.#name}.`) || path === this.file || path === used) continue;
      const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
      if (mtimeMs !== undefined && mtimeMs < Date.now() - ORPHANED_AFTER_MS) rmSync(path, { force: true });
    }
  }

  /** All that is kept of this index. */
  forget(): void {
    for (const each of readdirSync(this.folder)) {
      if (each.startsWith(`${this.#name}.`)) rmSync(join(this.folder, each), { force: true });
    }
  }

  close(): void {
    if (this.#temporary) rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A file name of any text: what can be read of it, and a hash, so that no two share one. */
function safeName(name: string): string {
  const readable = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60);
  return `${readable}-${createHash("sha256").update(name).digest("hex").slice(0, 12)}`;
}
