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

/** A picture took more processor time or memory than one may, or ended its worker. */
export class CostlyPicture extends Error {
  constructor(reason: string) {
    super(`The picture was not decoded: ${reason}`);
    this.name = "CostlyPicture";
  }
}
