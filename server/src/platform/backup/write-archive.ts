import { createWriteStream, existsSync } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { create } from "tar";
import { StartError } from "../config/settings.ts";
import { digestPart } from "./digest-part.ts";
import {
  FORMAT,
  formatManifest,
  MANIFEST_FILE,
  type Manifest,
  type Moment,
  PARTS,
  type Part,
} from "./manifest.ts";

type Archive = {
  /** The folder of the frozen data. */
  from: string;
  to: string;
  moment: Moment;
  signal: AbortSignal;
  /** Bytes that were read, of twice the data: once for the digests, once for the archive. */
  onBytes: (bytes: number) => void;
};

/**
 * Writes frozen data as one file, a tar compressed by Zstandard with a checksum, that only this user can read. The file has its
 * name when it is whole and on the disk; before, `.part` follows it.
 *
 * @throws StartError that says why the file cannot be written, and leaves nothing of it.
 */
export async function writeArchive({ from, to, moment, signal, onBytes }: Archive): Promise<Manifest> {
  const draft = draftOf(to);
  try {
    const parts: Part[] = [];
    for (const name of PARTS) {
      if (existsSync(join(from, name))) parts.push(await digestPart(from, name, { signal, onBytes }));
    }
    const manifest: Manifest = { format: FORMAT, ...moment, parts };
    await writeFile(join(from, MANIFEST_FILE), formatManifest(manifest), { mode: 0o600 });
    // A draft of an earlier run, which was killed, may have another mode.
    await rm(draft, { force: true });
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    const names = [MANIFEST_FILE, ...parts.map(({ name }) => name)];
    const pack = create({ cwd: from, portable: true, strict: true, linkCache: new NoLinks() }, names);
    // The frozen data may be removed after an abort, when nothing reads from it any more.
    pack.on("error", () => {});
    // `flush` waits for the disk.
    const file = createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true });
    await pipeline(Readable.from(counted(pack, onBytes)), compress, file, { signal });
    requireAbsent(to);
    await rename(draft, to);
    await syncFolder(dirname(to));
    return manifest;
  } catch (error) {
    await rm(draft, { force: true });
    throw signal.aborted ? error : writeError(error, to);
  }
}

/**
 * Checks that the file can be made, before any work.
 *
 * @throws StartError
 */
export async function requireWritable(to: string): Promise<void> {
  requireAbsent(to);
  const draft = draftOf(to);
  try {
    await (await open(draft, "w", 0o600)).close();
    await rm(draft);
  } catch (error) {
    throw writeError(error, to);
  }
}

function draftOf(to: string): string {
  return join(dirname(to), `${basename(to)}.part`);
}

function requireAbsent(to: string): void {
  if (existsSync(to)) throw new StartError(`${to} exists already. Choose another name, or move it away.`);
}

function writeError(error: unknown, to: string): unknown {
  const { code = "" } = error as NodeJS.ErrnoException;
  const problem = problems[code];
  return problem
    ? new StartError(`Cannot write ${to}: ${problem}. Nothing is left of it.`, { cause: error })
    : error;
}

const problems: Record<string, string> = {
  ENOSPC: "its disk is full. Make room, or choose a file on another disk",
  EDQUOT: "the disk quota of this user is used up. Make room, or choose a file on another disk",
  EFBIG: "its file system does not take files of that size. Choose another one",
  ENOENT: "its folder does not exist. Create it, or choose another one",
  ENOTDIR: "a part of its path is a file. Choose another one",
  EISDIR: "it is a folder. Name a file",
  EACCES: "this user may not write to its folder. Choose another one",
  EPERM: "this user may not write to its folder. Choose another one",
  EROFS: "its file system is read-only. Choose another folder",
};

/** tar writes the second of two names of one file as a link, which a restore refuses. */
class NoLinks extends Map<never, string> {
  override get(): undefined {}
}

async function* counted(chunks: AsyncIterable<Buffer>, onBytes: (bytes: number) => void) {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** The name of a new file is on the disk when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}
