import { violatedIndex } from "../platform/database/unique-violation.ts";
import { AppError } from "../platform/errors.ts";

/** Runs a statement that stores a slug. @throws AppError 400 `Slug already exists` (SPEC: Errors). */
export async function refusingTakenSlug<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    // Of two that store one at the same time, the second learns of it from the index alone.
    if (violatedIndex(error) === "brokerages_slug_key") {
      throw new AppError("bad_request", "Slug already exists", { cause: error });
    }
    throw error;
  }
}
