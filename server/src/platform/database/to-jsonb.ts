/**
 * The JSON text of a value that PostgreSQL reads as JSON. Its JSON functions refuse lone surrogates (`22P02`), such as half an
 * emoji that a form cut off: they become U+FFFD, as in text columns.
 */
export function toJsonb(value: unknown, replacer?: (name: string, value: unknown) => unknown): string {
  const json = JSON.stringify(value, replacer);
  // JSON.stringify escapes lone surrogates and no other characters of their range.
  return json.includes("\\ud") ? json.replaceAll(ESCAPES, withoutLoneSurrogate) : json;
}

/** An escaped backslash is matched, so that the text after it is not taken for an escape. */
const ESCAPES = /\\(?:\\|ud[89a-f][0-9a-f]{2})/g;

const withoutLoneSurrogate = (sequence: string) => (sequence === "\\\\" ? sequence : "\ufffd");
