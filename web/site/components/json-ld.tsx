/** Structured data (schema.org). `<` is escaped, so that no text of a listing ends the element. */
export function JsonLd({ data }: { data: object }) {
  const text = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a script element holds text as it is, and `<` is escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
