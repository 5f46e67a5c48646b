import { AppError } from "../errors.ts";

/** A function for a worker to call with a picture's bytes. Its result must be cloneable to another process. */
export type PictureTask<Result> = {
  /** `new URL("./file.ts", import.meta.url).href` */
  module: string;
  name: string;
  /** The most memory that the worker's process may have; 768 MB unless told. */
  maxBytes?: number;
  /** Never set: carries the type of the result. */
  result?: Result;
};

export type PictureRequest = { module: string; name: string; maxBytes?: number; bytes: Uint8Array };

/** Message of a worker; `rss` is its memory afterwards, in bytes. */
export type WorkerMessage =
  | { result: unknown; rss: number }
  | { error: string; rss: number }
  | { exceeded: "processor time" | "memory" };

/** The picture exceeded the limit of processor time or memory. */
export class CostlyPicture extends Error {
  constructor(reason: string) {
    super(`The picture was not decoded: ${reason}`);
    this.name = "CostlyPicture";
  }
}

const TRY_AGAIN_SECONDS = 60;

/** The workers ended for reasons other than the picture. */
export class PictureNotDecoded extends AppError {
  constructor(options: { cause: unknown }) {
    super(
      "unavailable",
      "Cannot decode the picture: the machine has too little time or memory. Try again later",
      {
        ...options,
        retryAfter: TRY_AGAIN_SECONDS,
      },
    );
    this.name = "PictureNotDecoded";
  }
}
