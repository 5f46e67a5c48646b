import { type RawBuilder, sql } from "kysely";

const NUMBER = /^[\d\s()+./-]+$/;

/**
 * Whether a lead is what somebody looks for: every word is somewhere in its name, email or subject, or the digits are in
 * its phone number, whatever stands between them.
 */
export function says(text: string): RawBuilder<boolean> {
  const number = digitsOf(text);
  const words = text.split(/\s+/);
  if (number !== null) return sql`(${all(words.map(inText))} or ${inPhone(number)})`;
  return all(
    words.map((word) => {
      const digits = digitsOf(word);
      return digits === null ? inText(word) : sql`(${inText(word)} or ${inPhone(digits)})`;
    }),
  );
}

/** Of what can be a phone number, or a part of one; without the country, which many leave out. */
function digitsOf(text: string): string | null {
  const digits = text.replaceAll(/\D/g, "");
  if (!NUMBER.test(text) || digits.length < 3) return null;
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

// strpos knows no wildcards: % and _ are what they are.
function inText(word: string): RawBuilder<boolean> {
  return sql`strpos(lower(concat_ws(' ', first_name, last_name, email, subject)), lower(${word})) > 0`;
}

function inPhone(digits: string): RawBuilder<boolean> {
  return sql`strpos(regexp_replace(phone, '[^0-9]', '', 'g'), ${digits}) > 0`;
}

function all(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` and `)})`;
}
