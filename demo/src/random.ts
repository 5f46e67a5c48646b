/** A small seeded random source, so that the same options always give the same demo. */
export type Random = {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number between both ends, ends included. */
  int(min: number, max: number): number;
  /** A number between both ends. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** One of the items, in proportion to its weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
  /** A normally distributed number. */
  normal(mean: number, deviation: number): number;
  /** `count` different items, in the order of the list. */
  sample<T>(items: readonly T[], count: number): T[];
};

/** FNV-1a: spreads neighbouring seeds such as "7:1" and "7:2" far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** Mulberry32 behind the `Random` interface; a text seed names an independent stream. */
export function createRandom(seed: string): Random {
  let state = hashOf(seed);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  const between = (min: number, max: number) => min + (max - min) * next();
  const int = (min: number, max: number) => Math.floor(between(min, max + 1));
  return {
    next,
    between,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    weighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return items.at(-1)![0];
    },
    // The sum of six uniforms is close enough to normal, and bounded.
    normal(mean, deviation) {
      let sum = -3;
      for (let i = 0; i < 6; i++) sum += next();
      return mean + sum * Math.SQRT2 * deviation;
    },
    sample(items, count) {
      let wanted = Math.min(count, items.length);
      let left = items.length;
      return items.filter(() => {
        const taken = next() * left-- < wanted;
        if (taken) wanted--;
        return taken;
      });
    },
  };
}
