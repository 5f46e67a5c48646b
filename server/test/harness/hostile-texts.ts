/** Hostile names, messages and names of brokerages. */
export const hostileTexts: Record<string, string> = {
  "a script": "Bobby <script>alert(1)</script>",
  "an image": `Bobby"><img src=x onerror='alert(1)'>`,
  "a header": "Bobby\r\nBcc: x@y.test",
  "a header after a bare newline": "Bobby\nBcc: x@y.test",
  "an empty line and a body": "Bobby\r\n\r\n<h1>Pwned</h1>",
  "a fact of its own": "Bobby\nPhone:  +1 900 555 0199",
  "an encoded header": "=?utf-8?q?Bobby=0D=0ABcc:_x@y.test?=",
  "another sender": '"Bobby" <x@y.test>, z@y.test',
  "an entity": "Bobby &lt;b&gt; &amp;amp; &#60;",
  quotes: `Bobby "the 'Rock' \\" O"Neill`,
  "a template": "Bobby {{agent_email}} #{7*7} %s",
  emoji: "Bobby 👩‍👩‍👧‍👦🏠",
  "right to left": "بوبي ‮etirw",
  "a hundred characters": "ß漢字Ω".repeat(25),
  "a hundred letters": "B".repeat(100),
};

/** As it stands where there is one line. */
export const inOneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/** As it stands in a header, where `=?` would begin something else. */
export const inHeader = (text: string) => inOneLine(text).replaceAll("=?", "= ?");

const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'" };

/** What a reader sees of HTML of ours, in one line. */
export function seen(html: string): string {
  const body = html.slice(html.indexOf("<body"));
  const text = body.replaceAll(/<(?:br|p|td|tr|blockquote)\b[^>]*>/g, " ").replaceAll(/<[^>]+>/g, "");
  return inOneLine(text.replaceAll(/&(lt|gt|quot|amp|#39);/g, (_all, name) => entities[name] as string));
}

/** The names of its elements, and of their attributes: typed text adds none but line breaks. */
export function markup(html: string): string[] {
  const names = [...html.matchAll(/<([a-z1-6]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>/g)].flatMap(
    ([, element, rest = ""]) => [
      element as string,
      ...[...rest.matchAll(/\s([a-z-]+)(?:=|$)/g)].map(([, attribute]) => `${element}[${attribute}]`),
    ],
  );
  return [...new Set(names)].filter((name) => name !== "br").toSorted();
}
