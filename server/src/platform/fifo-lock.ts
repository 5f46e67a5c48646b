/** One request for the lock. */
export type LockRequest = {
  /** Joins the queue on the first call. Resolves when the lock is held. */
  acquire(): Promise<void>;
  /** Passes the lock on, or leaves the queue when the lock was not reached or never asked for. */
  release(): void;
};

/** A mutual exclusion lock that is granted in the order of the calls of `acquire`. */
export function fifoLock(): () => LockRequest {
  let last: Promise<void> = Promise.resolve();
  return () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let before: Promise<void> | null = null;
    return {
      acquire() {
        if (before === null) {
          before = last;
          last = before.then(() => released);
        }
        return before;
      },
      release,
    };
  };
}
