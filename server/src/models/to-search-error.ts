import { AppError } from "../platform/errors.ts";
import { VectorIndexError } from "../platform/vectors/vector-index.ts";
import { ModelError } from "./models.ts";

const TRY_AGAIN_SECONDS = 5;

/** What a search answers when its model or its index does not (SPEC: Errors, 503); any other error as it is. */
export function toSearchError(error: unknown): unknown {
  const isTooBusy = error instanceof VectorIndexError && error.reason !== "failed";
  if (!(error instanceof ModelError) && !isTooBusy) return error;
  return new AppError("unavailable", `Search service unavailable: ${error.message}`, {
    cause: error,
    retryAfter: TRY_AGAIN_SECONDS,
  });
}
