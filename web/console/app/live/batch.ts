/**
 * Calls `take` with all that came within some milliseconds of the first.
 *
 * @returns adds one; `stop` drops those that wait.
 */
export function batch<Item>(
  ms: number,
  take: (items: Item[]) => void,
): { add(item: Item): void; stop(): void } {
  let batched: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    const items = batched;
    batched = [];
    timer = undefined;
    take(items);
  };
  return {
    add(item) {
      batched.push(item);
      timer ??= setTimeout(flush, ms);
    },
    stop: () => clearTimeout(timer),
  };
}
