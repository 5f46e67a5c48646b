import { AppError } from "../platform/errors.ts";
import { VectorIndexError } from "../platform/vectors/vector-index.ts";
import { ModelError } from "./models.ts";

const TRY_AGAIN_SECONDS = 5;

/** The 503 of a search whose model or index is unavailable (SPEC: Errors); other errors are returned unchanged. */
export function toSearchError(error: unknown): unknown {
  const isTooBusy = error instanceof VectorIndexError && error.reason !== "failed";
  if (!(error instanceof ModelError) && !isTooBusy) return error;
  return new AppError("unavailable", `Search service unavailable: ${error.message}`, {
    cause: error,
    retryAfter: TRY_AGAIN_SECONDS,
  });
}
