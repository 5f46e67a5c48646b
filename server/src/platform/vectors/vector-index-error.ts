/** Too many wait already, it is closed, or its thread has just died. Worth trying again, but for `closed`. */
export class VectorIndexError extends Error {
  readonly reason: "busy" | "closed" | "lost" | "failed";

  constructor(reason: VectorIndexError["reason"], message: string) {
    super(message);
    this.name = "VectorIndexError";
    this.reason = reason;
  }
}
