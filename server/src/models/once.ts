/** Runs the work once for all callers; after a failure the next call runs it again. */
export function once<Input>(work: (input: Input) => Promise<void>): (input: Input) => Promise<void> {
  let running: Promise<void> | null = null;
  return (input) => {
    running ??= work(input).catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
}
