const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'" };

/** What a page shows, in one line: without its head, its scripts and what only screen readers get as an attribute. */
export function visibleText(html: string): string {
  const body = html.slice(html.indexOf("<body"));
  const text = body.replaceAll(/<script\b.*?<\/script>/gs, " ").replaceAll(/<[^>]+>/g, " ");
  return decoded(text).replaceAll(/\s+/g, " ").trim();
}

/** The page's structured data, each a part of it. */
export function jsonLdOf(html: string): Record<string, unknown>[] {
  const parts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...parts].map(([, json]) => JSON.parse(json as string));
}

/** The part of a type. */
export function jsonLdOfType(html: string, type: string): Record<string, unknown> {
  const found = jsonLdOf(html).find((part) => part["@type"] === type);
  if (!found) throw new Error(`The page has no ${type}`);
  return found;
}

/** The names of the elements of a page, and of their attributes, without what its scripts hold. */
export function elementsOf(html: string): Set<string> {
  const tags = html.replaceAll(/(<script\b[^>]*>).*?(?=<\/script>)/gs, "$1").replaceAll(/="[^"]*"/g, "=");
  const names = [...tags.matchAll(/<([a-z][a-z0-9-]*)([^>]*)>/g)].flatMap(([, element, rest = ""]) => [
    element as string,
    ...[...rest.matchAll(/[^\s=/]+/g)].map(([attribute]) => `${element}[${attribute}]`),
  ]);
  return new Set(names);
}

function decoded(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|amp|#39);/g, (_all, name) => ENTITIES[name] as string);
}
