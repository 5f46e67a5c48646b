/** Where the links of a page's error summary lead, and what each says. */
export type SummaryLink = { target: string | null; words: string };

/** The items of the error summary; `target` null for what concerns the form as a whole. */
export function errorSummaryOf(html: string): SummaryLink[] {
  const summary = html.match(/<div class="error-summary".*?<\/ul>/s)?.[0] ?? "";
  return [...summary.matchAll(/<li>(?:<a href="#([^"]+)">)?([^<]*)/g)].map(([, target, words]) => ({
    target: target ?? null,
    words: words as string,
  }));
}

/** Every id of a page, in its order. */
export function idsOf(html: string): string[] {
  return [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id as string);
}
