import type { Readable } from "node:stream";

/** The interface of a storage backend. FileStorage has validated the keys. Errors are thrown as they come. */
export type Drive = {
  /** The folder of a folder backend. */
  readonly folder: string | null;
  /** Atomic. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null when the file does not exist. */
  stat(key: string): Promise<{ size: number; etag: string } | null>;
  stream(key: string): Promise<Readable>;
  delete(key: string): Promise<void>;
  /** True for the backend's error of a missing file. */
  isMissing(error: unknown): boolean;
};
