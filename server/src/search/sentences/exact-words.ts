/** A word or wish of a query: its weight, and the stems that are one way to say it in a sentence, with how much that counts. */
export type SoughtTerm = { weight: number; ways: { stems: string[]; strength: number }[] };

/** The weighted share of what is sought that one sentence has, 0 to 1, by the stems of the sentence. */
export function exactShare(sought: readonly SoughtTerm[], stems: ReadonlySet<string>): number {
  let [all, found] = [0, 0];
  for (const { weight, ways } of sought) {
    all += weight;
    let best = 0;
    for (const way of ways)
      if (way.strength > best && way.stems.every((stem) => stems.has(stem))) best = way.strength;
    found += weight * best;
  }
  return all === 0 ? 0 : found / all;
}
