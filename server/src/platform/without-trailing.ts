/** A text without those of the characters that end it: `/\/+$/` would take time in the square of a caller's slashes. */
export function withoutTrailing(characters: string, text: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
