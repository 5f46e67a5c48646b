/**
 * Why a filter cannot be put into parentheses and joined with others; null when it can. Quotes inside a literal are
 * doubled (OData 4.01, URL Conventions 5.1.1.14.1).
 */
export function complaintAboutFilter(filter: string): string | null {
  let depth = 0;
  let isQuoted = false;
  for (const character of filter) {
    if (character === "'") isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (depth < 0) return "closes a parenthesis that is not open";
  }
  if (isQuoted) return "has a quote without its end: a quote inside of a text is written twice";
  return depth > 0 ? "has a parenthesis that is not closed" : null;
}
