/**
 * Coalesces writes: items that arrive while a write is under way are written together by the next one. Each caller's
 * promise settles with the write that held its item.
 */
export function coalesce<Item>(write: (items: Item[]) => Promise<void>): (item: Item) => Promise<void> {
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
