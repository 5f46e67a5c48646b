/** A place in a line that only one at a time stands at the head of. */
export type Turn = {
  /** Gets in line, and resolves at its head. Again, it is the same place. */
  come(): Promise<void>;
  /** Lets the next one come; also for who never got in line, or has not come to its head yet. */
  leave(): void;
};

/** A line: whoever takes a turn has it for itself from `come` until `leave`. */
export function turns(): () => Turn {
  let last: Promise<void> = Promise.resolve();
  return () => {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    let before: Promise<void> | null = null;
    return {
      come() {
        if (before === null) {
          before = last;
          last = before.then(() => left);
        }
        return before;
      },
      leave,
    };
  };
}
