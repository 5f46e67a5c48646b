/** One tab at a time, where the browser can tell (pages with https); elsewhere ids keep repeats from counting. */
export function withTabLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const locks = globalThis.navigator?.locks;
  return locks ? (locks.request(name, work) as Promise<Result>) : work();
}

/** Of calls with the same key at the same time the first does the work; all of them get what comes of it. */
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
