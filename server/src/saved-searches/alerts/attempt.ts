import type { Context } from "../../platform/context.ts";

/**
 * Runs a step of the alerts that must not hold up the others: a failure is logged, and the next pass tries it again.
 *
 * @returns undefined when it has failed.
 */
export async function attempt<Result>(
  { log, signal }: Pick<Context, "log" | "signal">,
  step: { step: string; client?: number },
  run: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!signal.aborted) log.error({ err: error, ...step }, "alert step failed, will retry");
    return undefined;
  }
}
