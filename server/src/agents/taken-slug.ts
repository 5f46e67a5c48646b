import { AppError } from "../platform/errors.ts";

/**
 * Runs a statement that stores an agent's slug. The unique index decides between concurrent writers; the slug of a
 * disabled agent stays taken.
 *
 * @throws AppError 400 `Agent with slug '<slug>' already exists`.
 */
export async function refusingTakenSlug<R>(slug: string | undefined, writing: Promise<R>): Promise<R> {
  try {
    return await writing;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== "23505" || constraint !== "agents_slug_key") throw error;
    throw new AppError("bad_request", `Agent with slug '${slug}' already exists`, { cause: error });
  }
}
