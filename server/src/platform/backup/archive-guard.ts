import { StartError } from "../config/settings.ts";
import { MANIFEST_FILE, type Manifest, type Part } from "./manifest.ts";

export const MANIFEST_BYTES = 1_048_576;
/** Headers and padding of an entry, with a long name. */
const ENTRY_BYTES = 4096;
/** Folders, which no count in the manifest covers. */
const MAX_FOLDERS = 100_000;
/** Names in a part: no absolute path, no `..`, no control characters. */
const PATH = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^/\\\p{Cc}]+(?:\/[^/\\\p{Cc}]+)*\/?$/u;

type Entry = { path: string; type: string; size: number };

/** Decides on each entry of an archive before anything of it is written, by what the manifest states. */
export class ArchiveGuard {
  #folders = 0;
  readonly #left = new Map<string, { files: number; bytes: number }>();
  /** The archive's size when it is decompressed. */
  readonly mostBytes: number;

  constructor({ parts }: Manifest) {
    this.#left.set(MANIFEST_FILE, { files: 1, bytes: MANIFEST_BYTES });
    for (const { name, files, bytes } of parts) this.#left.set(name, { files, bytes });
    const stated = parts.reduce((sum, part) => sum + part.bytes + part.files * ENTRY_BYTES, 0);
    this.mostBytes = stated + MANIFEST_BYTES + MAX_FOLDERS * ENTRY_BYTES;
  }

  /** @throws StartError for an entry that no backup has. */
  accept({ path, type, size }: Entry): void {
    const left = this.#left.get(path.split("/")[0] ?? "");
    if (!left || !PATH.test(path)) throw refused(path, "it has a path that no backup has");
    if (type === "Directory") {
      if (++this.#folders > MAX_FOLDERS) throw refused(path, "it has too many folders");
      return;
    }
    if (type !== "File") throw refused(path, "it has an entry that is neither a file nor a folder");
    left.files--;
    left.bytes -= size;
    if (left.files < 0 || left.bytes < 0) throw refused(path, "it has more than its manifest states");
  }
}

/** @throws StartError unless the first entry of an archive is that of a backup. */
export function requireManifest({ path, type, size }: Entry): void {
  if (path === MANIFEST_FILE && type === "File" && size <= MANIFEST_BYTES) return;
  throw new StartError(`The file is no backup of Lintel: its first entry is not ${MANIFEST_FILE}.`);
}

export function refused(path: string, reason: string): StartError {
  const shown = JSON.stringify(path.slice(0, 100));
  return new StartError(`The backup is refused: ${reason} (${shown}). Nothing was restored.`);
}

export function damaged(part?: Part["name"], cause?: unknown): StartError {
  const where = part ? `: ${part} is not as its manifest states` : "";
  return new StartError(
    `The backup is damaged or incomplete${where}. Nothing was restored. Use another copy of it, or an earlier backup.`,
    { cause },
  );
}
