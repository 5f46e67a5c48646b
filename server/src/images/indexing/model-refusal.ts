import { ModelError, type UsesModels } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { AppError } from "../../platform/errors.ts";
import { visionError } from "../vision-errors.ts";

const PROBE_MS = 10_000;
const PROBE = "a kitchen";

/** The error for callers when a model does not answer; also stored in a job that it has ended. */
export function modelError(error: ModelError): AppError {
  return visionError(error.reason === "not_loaded" ? "VISION_002" : "VISION_001", error.message, {
    cause: error,
  });
}

/**
 * Checks that the models answer, by embedding two words.
 *
 * @throws AppError 503 with VISION_001 or VISION_002, when one does not answer.
 */
export async function requireModels({ models }: Context<UsesModels>): Promise<void> {
  if (models.provider !== "server") return;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new ModelError("unavailable", "The models do not answer in time.")),
    PROBE_MS,
  );
  const probes = Promise.all([
    models.text.embed([PROBE], { as: "query" }),
    models.images.embedTexts([PROBE]),
  ]);
  try {
    await Promise.race([probes, late]);
  } catch (error) {
    throw error instanceof ModelError ? modelError(error) : error;
  } finally {
    clearTimeout(timer);
    probes.catch(() => {});
  }
}
