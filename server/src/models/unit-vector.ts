import { ModelError } from "./models.ts";

/**
 * A model's vector normalized to length 1.
 *
 * @throws ModelError `failed`, when it is not finite or all zeros.
 */
export function unitVectorOf(numbers: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let index = 0; index < numbers.length; index++) squares += (numbers[index] as number) ** 2;
  const length = Math.sqrt(squares);
  if (length === 0 || !Number.isFinite(length)) {
    throw new ModelError("failed", "The model replied without a usable vector.");
  }
  return Float32Array.from(numbers, (value) => value / length);
}

/** Of two vectors of length 1. */
export function cosineOf(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] as number) * (other[index] as number);
  return sum;
}
