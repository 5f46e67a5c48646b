/** How often steps are left out of a sequence that fails. */
const MAX_TRIES = 200;

/** Leaves out what can be left out of a sequence that fails: half of it, a quarter, and on to single steps. */
export async function leastFailure(
  drawn: number[],
  run: (numbers: number[]) => Promise<void>,
): Promise<Error | null> {
  let least = drawn;
  let failure: Error | null = null;
  let tries = 0;
  for (let size = Math.ceil(drawn.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 1; at < least.length && tries < MAX_TRIES; tries++) {
      const fewer = least.toSpliced(at, size);
      const error = await run(fewer).then(
        () => null,
        (error: Error) => error,
      );
      if (error === null) {
        at += size;
        continue;
      }
      least = fewer;
      failure = error;
    }
  }
  return failure;
}
