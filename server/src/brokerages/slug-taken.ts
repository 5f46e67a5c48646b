import { violatedIndex } from "../platform/database/unique-violation.ts";
import { AppError } from "../platform/errors.ts";

/** Runs a statement that stores a slug. @throws AppError 400 `Slug already exists` (SPEC: Errors). */
export async function refusingTakenSlug<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    // For concurrent requests with one slug, only the unique index detects the conflict.
    if (violatedIndex(error) === "brokerages_slug_key") {
      throw new AppError("bad_request", "Slug already exists", { cause: error });
    }
    throw error;
  }
}
