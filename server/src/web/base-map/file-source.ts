import { type FileHandle, open } from "node:fs/promises";
import type { RangeResponse, Source } from "pmtiles";

/** An archive in a file, which is read by ranges. */
export class FileSource implements Source {
  readonly #path: string;
  #file: Promise<FileHandle> | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  getKey(): string {
    return this.#path;
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    this.#file ??= open(this.#path).catch((error) => {
      this.#file = null;
      throw error;
    });
    const bytes = new Uint8Array(length);
    const { bytesRead } = await (await this.#file).read(bytes, 0, length, offset);
    return { data: bytes.buffer.slice(0, bytesRead) };
  }

  async close(): Promise<void> {
    await (await this.#file?.catch(() => null))?.close();
  }
}
