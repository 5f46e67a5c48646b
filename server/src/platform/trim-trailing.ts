/** Removes the given characters from the end of a text. Linear, while `/\/+$/` is quadratic in the number of slashes. */
export function trimTrailing(characters: string, text: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
