/** What can be read before the data breaks off: the error goes to `onDamage`, so that what was whole can land first. */
export async function* untilDamage<T>(
  items: AsyncIterable<T>,
  onDamage: (error: unknown) => void,
): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    onDamage(error);
  }
}
