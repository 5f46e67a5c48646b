import type { Bitmap } from "./bitmap.ts";

/** `all`: listings of which every condition holds. `allBut[n]`: those of which every condition holds but the nth. */
export type AllButOne = { all: Bitmap; allBut: readonly (() => Bitmap)[] };

/**
 * What would match without one of several conditions, whichever: one pass for each condition instead of a search for each.
 *
 * @param base the listings that are looked at; it is overwritten, and becomes `all`.
 * @param conditions each gives a bitmap, right at least for the listings within, that nothing changes until the result is no more used.
 */
export function allButOne(base: Bitmap, conditions: readonly ((within: Bitmap) => Bitmap)[]): AllButOne {
  const all = base;
  // Of which one condition does not hold.
  const one = new Int32Array(base.length);
  const candidates = new Int32Array(base.length);
  const held = conditions.map((condition) => {
    for (let word = 0; word < all.length; word++) {
      candidates[word] = (all[word] as number) | (one[word] as number);
    }
    const holds = condition(candidates);
    for (let word = 0; word < all.length; word++) {
      const bits = holds[word] as number;
      const before = all[word] as number;
      one[word] = ((one[word] as number) & bits) | (before & ~bits);
      all[word] = before & bits;
    }
    return holds;
  });
  const allBut = held.map((holds) => () => {
    const bits = new Int32Array(one.length);
    for (let word = 0; word < bits.length; word++)
      bits[word] = (one[word] as number) & ~(holds[word] as number);
    return bits;
  });
  return { all, allBut };
}
