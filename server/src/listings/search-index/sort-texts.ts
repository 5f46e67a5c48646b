import { sortByKey } from "./radix-sort.ts";
import { KEY_BYTES, type TextColumn } from "./text-column.ts";

/** Up to so many texts are compared with one another. */
const MAX_COMPARED = 64;
/** Texts in one go: about a millisecond. */
const PART = 20_000;
const SORTED_A_PART = 4000;

/** The numbers [0, count) in the order of their texts, which have no zero bytes: a millisecond or two at a time. */
export function* sortTexts(texts: TextColumn, count: number): Generator<void, Int32Array> {
  const numbers = new Int32Array(count);
  for (let nth = 0; nth < count; nth++) numbers[nth] = nth;
  if (count > 0) yield* sortFrom(texts, numbers, 0);
  return numbers;
}

/** Sorts numbers whose texts have the same bytes before `from`. */
function* sortFrom(texts: TextColumn, numbers: Int32Array, from: number): Generator<void> {
  const start = yield* commonLength(texts, numbers, from);
  numbers.set(yield* sortByKey(numbers, (number) => texts.keyAt(number, start)));
  let first = 0;
  let yieldAt = SORTED_A_PART;
  let key = texts.keyAt(numbers[0] as number, start);
  for (let nth = 1; nth <= numbers.length; nth++) {
    const following = nth < numbers.length ? texts.keyAt(numbers[nth] as number, start) : Number.NaN;
    if (following !== key) {
      const equal = numbers.subarray(first, nth);
      if (equal.length > MAX_COMPARED) {
        if (key !== 0) yield* sortFrom(texts, equal, start + KEY_BYTES);
      } else if (equal.length > 1) sortFew(texts, equal);
      first = nth;
      key = following;
    }
    if (nth < yieldAt) continue;
    yieldAt = nth + SORTED_A_PART;
    yield;
  }
}

/** How many bytes are the same in all texts, of which `from` are known to be. */
function* commonLength(texts: TextColumn, numbers: Int32Array, from: number): Generator<void, number> {
  const one = numbers[0] as number;
  let common = texts.lengthOf(one);
  for (let nth = 1; nth < numbers.length && common > from; nth++) {
    common = texts.commonLength(one, numbers[nth] as number, from, common);
    if (nth % PART === 0) yield;
  }
  return Math.max(from, common);
}

/** By insertion. */
function sortFew(texts: TextColumn, numbers: Int32Array): void {
  for (let nth = 1; nth < numbers.length; nth++) {
    const number = numbers[nth] as number;
    let at = nth;
    for (; at > 0 && texts.compare(numbers[at - 1] as number, number) > 0; at--) {
      numbers[at] = numbers[at - 1] as number;
    }
    numbers[at] = number;
  }
}
