import { zstdCompressSync } from "node:zlib";
import { Header } from "tar";

export type ArchiveEntry = {
  path: string;
  content?: string | Buffer;
  type?: "File" | "Directory" | "SymbolicLink" | "Link" | "CharacterDevice";
  linkpath?: string;
};

const BLOCK = 512;

/** A tar of any entries, compressed as backups are. */
export function archiveOf(entries: ArchiveEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, content = "", type = "File", linkpath = "" }) => {
    const bytes = Buffer.from(content);
    const block = Buffer.alloc(BLOCK);
    const size = type === "File" ? bytes.length : 0;
    new Header({ path, type, linkpath, size, mode: 0o600, mtime: new Date(0) }).encode(block);
    return [block, bytes, Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)];
  });
  return zstdCompressSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}
