import { type RawBuilder, sql } from "kysely";

const NUMBER = /^[\d\s()+./-]+$/;

/**
 * Matches rows of `lead_words` by a search text: every word occurs in the name, email or subject, or the digits occur in the phone
 * number, ignoring separators.
 */
export function matchesText(text: string): RawBuilder<boolean> {
  const number = digitsOf(text);
  const words = text.split(/\s+/);
  if (number !== null) return sql`(${allOf(words.map(inText))} or ${inPhone(number)})`;
  return allOf(
    words.map((word) => {
      const digits = digitsOf(word);
      return digits === null ? inText(word) : sql`(${inText(word)} or ${inPhone(digits)})`;
    }),
  );
}

/** The digits of a text that may be part of a phone number, without the country code; otherwise null. */
function digitsOf(text: string): string | null {
  const digits = text.replaceAll(/\D/g, "");
  if (!NUMBER.test(text) || digits.length < 3) return null;
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

// strpos instead of LIKE: % and _ are plain characters.
function inText(word: string): RawBuilder<boolean> {
  return sql`strpos(lead_words.words, lower(${word})) > 0`;
}

function inPhone(digits: string): RawBuilder<boolean> {
  return sql`strpos(lead_words.digits, ${digits}) > 0`;
}

function allOf(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` and `)})`;
}
