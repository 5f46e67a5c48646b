import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { DiskFull, isDiskFull } from "../disk-space.ts";
import { AppError } from "../errors.ts";
import { isKey, typeOf } from "./keys.ts";

export const FILES_PATH = "/files/";

export type StoredFile = { size: number; contentType: string; etag: string };

/**
 * Storage of files that are too large for rows: a folder or a bucket (STORAGE_URL), by keys such as `agents/7.jpg`.
 * All methods but `publicUrl` throw AppError 503 when the disk or the network fails.
 */
export class FileStorage {
  /** The folder of a folder backend, from which files are served directly. */
  readonly folder: string | null;
  readonly #drive: Drive;
  readonly #publicApiUrl: string;
  readonly #requireSpace: () => Promise<void>;

  /** @param requireSpace throws DiskFull while nothing may be put. */
  constructor(drive: Drive, publicApiUrl: string, requireSpace = async () => {}) {
    this.folder = drive.folder;
    this.#drive = drive;
    this.#publicApiUrl = publicApiUrl;
    this.#requireSpace = requireSpace;
  }

  /** Writes a file atomically, replacing one of that name. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    if (!isKey(key)) throw new Error(`Not a key of a file: ${key}`);
    await this.#requireSpace();
    await this.#drive.put(key, bytes, typeOf(key)).catch(unavailable);
  }

  /** Null when there is none. The caller must read the stream to its end or destroy it. */
  async get(key: string): Promise<(StoredFile & { stream: Readable }) | null> {
    const file = await this.stat(key);
    const stream = file && (await this.open(key));
    return file && stream && { ...file, stream };
  }

  /** The content only, for callers that have called `stat`. */
  async open(key: string): Promise<Readable | null> {
    return isKey(key) ? this.#ifThere(this.#drive.stream(key)) : null;
  }

  /** The content of a file that fits into memory; null when there is none. */
  async read(key: string): Promise<Buffer | null> {
    const file = await this.get(key);
    return file && this.#ifThere(buffer(file.stream));
  }

  async stat(key: string): Promise<StoredFile | null> {
    const found = isKey(key) ? await this.#ifThere(this.#drive.stat(key)) : null;
    return found && { ...found, contentType: typeOf(key) };
  }

  async exists(key: string): Promise<boolean> {
    return (await this.stat(key)) !== null;
  }

  /** Idempotent. */
  async delete(key: string): Promise<void> {
    if (isKey(key)) await this.#ifThere(this.#drive.delete(key));
  }

  /** The public URL of a stored image, independent of the backend (serve-files.ts). */
  publicUrl(key: string): string {
    return this.#publicApiUrl + FILES_PATH + key;
  }

  /** The key of a stored file from its address in rows (`/files/…`) or its public URL; null for other addresses. */
  keyOf(address: string): string | null {
    const path = address.startsWith(this.#publicApiUrl) ? address.slice(this.#publicApiUrl.length) : address;
    const key = path.slice(FILES_PATH.length);
    return path.startsWith(FILES_PATH) && isKey(key) ? key : null;
  }

  #ifThere<R>(work: Promise<R>): Promise<R | null> {
    return work.catch((error) => (this.#drive.isMissing(error) ? null : unavailable(error)));
  }
}

function unavailable(cause: unknown): never {
  if (isDiskFull(cause)) throw new DiskFull(cause);
  throw new AppError("unavailable", "The file storage cannot be used at the moment", { cause });
}

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
