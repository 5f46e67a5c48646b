/** Lets at most `count` pieces of work go on at once; others wait for their turn, first come first served. */
export function atMost(count: number): <R>(work: () => Promise<R>) => Promise<R> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      // The place goes straight to who waits, so that nobody can slip in between.
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
