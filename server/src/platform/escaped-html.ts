const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML content and attributes. */
export function escapedHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] as string);
}
