/** The part of `Storage`, such as `localStorage`, that is used. */
export type KeyValueStorage = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

/** The browser's storage; null on a server or where the visitor blocks it. */
export function browserStorage(): KeyValueStorage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** Records by id under one key prefix. */
export type RecordStore<Value> = {
  put(id: string, value: Value): void;
  get(id: string): Value | null;
  has(id: string): boolean;
  delete(id: string): void;
  clear(): void;
  ids(): string[];
  entries(): [id: string, value: Value][];
};

/**
 * Each record has its own key: concurrent tabs do not overwrite each other, and no lock is needed while a page
 * unloads. Records that the storage rejects (quota, private modes) are kept in memory; values that are not valid
 * records are removed.
 */
export function createRecordStore<Value>(
  prefix: string,
  storage: KeyValueStorage | null,
): RecordStore<Value> {
  const memory = new Map<string, string>();
  const attempt = <Result>(work: (storage: KeyValueStorage) => Result): Result | null => {
    try {
      return storage && work(storage);
    } catch {
      return null;
    }
  };

  const store: RecordStore<Value> = {
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
        store.delete(id);
        return null;
      }
    },
    has: (id) => store.get(id) !== null,
    delete(id) {
      memory.delete(id);
      attempt((storage) => storage.removeItem(prefix + id));
    },
    clear() {
      for (const id of store.ids()) store.delete(id);
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
      store.ids().flatMap((id) => {
        const value = store.get(id);
        return value === null ? [] : [[id, value]];
      }),
  };
  return store;
}
