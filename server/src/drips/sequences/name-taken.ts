import { violatedIndex } from "../../platform/database/unique-violation.ts";
import { AppError } from "../../platform/errors.ts";

/** Runs a statement that stores a name. @throws AppError 409 when the brokerage has it already (SPEC: Errors). */
export async function refusingTakenName<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (violatedIndex(error) === "drip_sequences_name") {
      throw new AppError("conflict", "A drip sequence with this name already exists", { cause: error });
    }
    throw error;
  }
}
