import { CostlyPicture, PictureNotDecoded, type PictureTask } from "../platform/pictures/picture-task.ts";
import type { PictureCaller, PictureWorkers } from "../platform/pictures/picture-workers.ts";
import { type DerivedPhoto, deriveCard, derivePhoto, webpOf } from "./derive-photo.ts";
import { PhotoError, type PhotoFailure } from "./photo-failures.ts";

/*
 * The photo tasks of picture workers. They return failures as values, because an error loses its class when it is
 * cloned to the server's thread.
 */

type Refusal = { refused: PhotoFailure; cause: string };

export const derivePhotoTask = (bytes: Buffer) => orRefusal(derivePhoto(bytes));
export const deriveCardTask = (bytes: Buffer) => orRefusal(deriveCard(bytes));
export const webpTask = (bytes: Buffer) => orRefusal(webpOf(bytes));

async function orRefusal<Result>(work: Promise<Result>): Promise<Result | Refusal> {
  return work.catch((error) => {
    if (error instanceof PhotoError) return { refused: error.reason, cause: String(error.cause) };
    throw error;
  });
}

/** Runs the functions of `derive-photo.ts` in a worker. A picture that exceeds the limits counts as corrupt. */
export class PhotoDecoder {
  readonly #workers: PictureWorkers;

  constructor(workers: PictureWorkers) {
    this.#workers = workers;
  }

  /** @throws PhotoError, also `not_decoded`; AppError from the queue of the caller's lane. */
  async derivePhoto(bytes: Buffer, caller: PictureCaller): Promise<DerivedPhoto> {
    const photo = await this.#run<DerivedPhoto>("derivePhotoTask", async () => bytes, caller).catch(
      (cause) => {
        // Stored as a failure, so that not every job tries it again.
        throw cause instanceof PictureNotDecoded ? new PhotoError("not_decoded", { cause }) : cause;
      },
    );
    return photo as DerivedPhoto;
  }

  /** @throws PhotoError; AppError from the queue of the caller's lane, and when the machine lacks memory or threads. */
  async deriveCard(bytes: Buffer, caller: PictureCaller): Promise<Buffer> {
    return asBuffer((await this.#run("deriveCardTask", async () => bytes, caller)) as Uint8Array);
  }

  /**
   * @param load reads the JPEG when a slot is free; null: the file is missing.
   * @throws PhotoError; AppError from the queue of the caller's lane.
   */
  async webpOf(load: () => Promise<Buffer | null>, caller: PictureCaller): Promise<Buffer | null> {
    const webp = await this.#run<Uint8Array>("webpTask", load, caller);
    return webp && asBuffer(webp);
  }

  async #run<Result extends object>(
    name: string,
    load: () => Promise<Buffer | null>,
    caller: PictureCaller,
  ): Promise<Result | null> {
    const task: PictureTask<Result | Refusal> = { module: import.meta.url, name };
    const answer = await this.#workers.run(task, load, caller).catch((cause) => {
      throw cause instanceof CostlyPicture ? new PhotoError("corrupt", { cause }) : cause;
    });
    if (answer !== null && "refused" in answer) {
      throw new PhotoError(answer.refused, { cause: new Error(answer.cause) });
    }
    return answer;
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
