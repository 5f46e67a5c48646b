/**
 * Writes items one by one while there is time, and together what has come while a write was under way. Each caller's
 * promise ends with the write that held its item.
 */
export function together<Item>(write: (items: Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let next: { items: Item[]; written: Promise<void> } | null = null;
  let last: Promise<void> = Promise.resolve();
  return (item) => {
    if (next === null) {
      const items: Item[] = [];
      const written = last.then(() => {
        next = null;
        return write(items);
      });
      next = { items, written };
      last = written.catch(() => {});
    }
    next.items.push(item);
    return next.written;
  };
}
