import { type FileHandle, open, rm } from "node:fs/promises";
import { AppError } from "../errors.ts";

/** The file beside an imported one with its refused rows. Created with the first of them. */
export class RejectsFile {
  #file: FileHandle | null = null;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Null while there is none. */
  get path(): string | null {
    return this.#file && this.#path;
  }

  /** @throws AppError 400 when the folder is not writable. */
  async clear(): Promise<void> {
    await rm(this.#path, { force: true }).catch(cannotBeWritten(this.#path));
  }

  /** `head` is written before the first text. */
  async write(text: string, head = ""): Promise<void> {
    const isFirst = this.#file === null;
    this.#file ??= await open(this.#path, "w").catch(cannotBeWritten(this.#path));
    await this.#file.appendFile(isFirst ? head + text : text).catch(cannotBeWritten(this.#path));
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

function cannotBeWritten(path: string) {
  return (error: unknown): never => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError("bad_request", `The rejects file ${path} cannot be written: ${reason}`, {
      cause: error,
    });
  };
}

/** Yields what can be read before an error, which goes to `onDamage`, so that the intact part is processed first. */
export async function* untilError<T>(
  items: AsyncIterable<T>,
  onDamage: (error: unknown) => void,
): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    onDamage(error);
  }
}
