/** Runs in one tab at a time where the Web Locks API exists (https); elsewhere event ids deduplicate. */
export function withTabLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const locks = globalThis.navigator?.locks;
  return locks ? (locks.request(name, work) as Promise<Result>) : work();
}

/** Concurrent calls with the same key share the first call's work and result. */
export function singleFlight<Key, Result>(
  work: (key: Key) => Promise<Result>,
): (key: Key) => Promise<Result> {
  const running = new Map<Key, Promise<Result>>();
  return (key) => {
    const result = running.get(key) ?? work(key).finally(() => running.delete(key));
    running.set(key, result);
    return result;
  };
}
