/** Does the work once, for all who ask for it; when it fails, for the next who asks again. */
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
