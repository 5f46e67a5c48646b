import type { Readable } from "node:stream";

/** What a kind of storage has to do; FileStorage has looked at the keys. Failures are thrown as they come. */
export type Drive = {
  /** The folder, when it is one. */
  readonly folder: string | null;
  /** Whole or not at all. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null when there is no such file. */
  stat(key: string): Promise<{ size: number; etag: string } | null>;
  stream(key: string): Promise<Readable>;
  delete(key: string): Promise<void>;
  /** Whether an error says that there is no such file. */
  isMissing(error: unknown): boolean;
};
