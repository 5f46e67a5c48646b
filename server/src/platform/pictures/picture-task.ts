import { AppError } from "../errors.ts";

/**
 * What a worker is to do with a picture: call the function of that name, which a module exports, with its bytes. The function
 * answers what can be cloned to another process.
 */
export type PictureTask<Result> = {
  /** `new URL("./file.ts", import.meta.url).href` */
  module: string;
  name: string;
  /** Never set: the type of the answer. */
  result?: Result;
};

export type PictureRequest = { module: string; name: string; bytes: Uint8Array };

/** What a worker sends; `rss` is its memory afterwards, in bytes. */
export type WorkerMessage =
  | { result: unknown; rss: number }
  | { error: string; rss: number }
  | { exceeded: "processor time" | "memory" };

/** A picture took more processor time or memory than one may. */
export class CostlyPicture extends Error {
  constructor(reason: string) {
    super(`The picture was not decoded: ${reason}`);
    this.name = "CostlyPicture";
  }
}

const TRY_AGAIN_SECONDS = 60;

/** Its workers ended, and not for what the picture took: that says nothing about the picture. */
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
