/** What the tracker and the favorites need of a `Storage`, such as `localStorage`. */
export type KeyValueStorage = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

/** The browser's, or null where there is none: on a server, or where the visitor has forbidden it. */
export function browserStorage(): KeyValueStorage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** Records under one prefix, by their ids. */
export type Shelf<Value> = {
  put(id: string, value: Value): void;
  get(id: string): Value | null;
  has(id: string): boolean;
  delete(id: string): void;
  clear(): void;
  ids(): string[];
  entries(): [id: string, value: Value][];
};

/**
 * Each record has a key of its own: tabs that write at the same time never overwrite one another's, and no lock is needed
 * while a page closes. What the storage does not take (quota, private modes) is kept in memory; what is no record of ours
 * is removed.
 */
export function createShelf<Value>(prefix: string, storage: KeyValueStorage | null): Shelf<Value> {
  const memory = new Map<string, string>();
  const attempt = <Result>(work: (storage: KeyValueStorage) => Result): Result | null => {
    try {
      return storage && work(storage);
    } catch {
      return null;
    }
  };

  const shelf: Shelf<Value> = {
    put(id, value) {
      const record = JSON.stringify(value);
      memory.set(id, record);
      attempt((storage) => {
        storage.setItem(prefix + id, record);
        memory.delete(id);
      });
    },
    get(id) {
      const record = memory.get(id) ?? attempt((storage) => storage.getItem(prefix + id));
      try {
        return record ? JSON.parse(record) : null;
      } catch {
        shelf.delete(id);
        return null;
      }
    },
    has: (id) => shelf.get(id) !== null,
    delete(id) {
      memory.delete(id);
      attempt((storage) => storage.removeItem(prefix + id));
    },
    clear() {
      for (const id of shelf.ids()) shelf.delete(id);
    },
    ids() {
      const ids = new Set(memory.keys());
      attempt((storage) => {
        for (let at = 0; at < storage.length; at++) {
          const key = storage.key(at);
          if (key?.startsWith(prefix)) ids.add(key.replace(prefix, ""));
        }
      });
      return [...ids];
    },
    entries: () =>
      shelf.ids().flatMap((id) => {
        const value = shelf.get(id);
        return value === null ? [] : [[id, value]];
      }),
  };
  return shelf;
}
