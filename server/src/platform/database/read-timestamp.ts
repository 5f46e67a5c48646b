import pg from "pg";

const ZERO = 48;
const readAnyTimestamp = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, "text") as (
  text: string,
) => Date;

/**
 * Parses PostgreSQL's timestamp in UTC: `2026-06-15 12:00:00.123+00`. Other forms go to the driver's parser, whose
 * regular expressions are several times slower; a lead board has thousands of timestamps.
 */
export function readTimestamp(text: string): Date {
  const end = text.length - 3;
  // JavaScript maps years below 100 to the twentieth century.
  const isPlain =
    end >= 19 && end <= 26 && text.endsWith("+00") && text[4] === "-" && text[10] === " " && text[0] !== "0";
  if (!isPlain) return readAnyTimestamp(text);
  const digit = (index: number) => (index < end ? text.charCodeAt(index) - ZERO : 0);
  const two = (index: number) => digit(index) * 10 + digit(index + 1);
  return new Date(
    Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), two(20) * 10 + digit(22)),
  );
}
