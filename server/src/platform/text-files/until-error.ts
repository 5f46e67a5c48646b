/** Yields what can be read before an error, which goes to `onDamage`, so that the intact part is processed first. */
export async function* untilError<T>(
  items: AsyncIterable<T>,
  onDamage: (error: unknown) => void,
): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    onDamage(error);
  }
}
