/** One raw record of a source, of any file format. */
export type RawRecord = Record<string, unknown>;

/**
 * Reads fields of a raw record as typed values. Numbers may be text, as in a CSV. A value that cannot be read adds a reason that
 * names the field, and the record is rejected.
 */
export class FieldReader {
  readonly reasons: string[] = [];
  readonly #raw: RawRecord;

  constructor(raw: RawRecord) {
    this.#raw = raw;
  }

  text(name: string, maxLength = 200): string | null {
    const value = this.#raw[name];
    if (value === null || value === undefined) return null;
    if (typeof value !== "string" && typeof value !== "number") return this.#refuse(`${name} must be text`);
    const text = String(value).trim();
    if (text.includes("\0")) return this.#refuse(`${name} must not contain NUL characters`);
    if (!text.isWellFormed()) return this.#refuse(`${name} must not contain halves of characters`);
    if (text.length > maxLength) return this.#refuse(`${name} must be at most ${maxLength} characters`);
    return text === "" ? null : text;
  }

  number(name: string, bounds: { min: number; max: number }): number | null {
    const value = this.#raw[name];
    if (value === null || value === undefined) return null;
    const number = typeof value === "string" ? numberInText(value) : value;
    if (number === null) return null;
    if (typeof number !== "number" || !Number.isFinite(number))
      return this.#refuse(`${name} must be a number`);
    if (number < bounds.min || number > bounds.max) {
      return this.#refuse(
        bounds.min === 0 && number < 0
          ? `${name} must be a positive number`
          : `${name} must be between ${bounds.min} and ${bounds.max}`,
      );
    }
    return number;
  }

  integer(name: string, bounds: { min: number; max: number }): number | null {
    const number = this.number(name, bounds);
    return number === null || Number.isInteger(number)
      ? number
      : this.#refuse(`${name} must be a whole number`);
  }

  boolean(name: string): boolean | null {
    const value = this.#raw[name];
    if (value === null || value === undefined || value === "") return null;
    if (typeof value === "boolean") return value;
    const word = String(value).toLowerCase();
    if (["true", "1", "y", "yes"].includes(word)) return true;
    if (["false", "0", "n", "no"].includes(word)) return false;
    return this.#refuse(`${name} must be true or false`);
  }

  /** `YYYY-MM-DD`, from a date or a timestamp. */
  date(name: string): string | null {
    const text = this.text(name, 40);
    if (text === null) return null;
    const [, year, month, day] =
      DATE.exec(text) ?? US_DATE.exec(text)?.toSpliced(1, 3, ...usOrder(text)) ?? [];
    const date = `${year}-${month}-${day}`;
    return year && year !== "0000" && isRealDay(date)
      ? date
      : this.#refuse(`${name} must be a date (YYYY-MM-DD)`);
  }

  /** ISO 8601 in UTC, from a timestamp or a date (its midnight). */
  timestamp(name: string): string | null {
    const text = this.text(name, 40);
    if (text === null) return null;
    return toIso(text) ?? this.#refuse(`${name} must be a timestamp (ISO 8601)`);
  }

  /** Lookup values: a list, or text separated by commas. */
  list(name: string): string[] {
    const value = this.#raw[name];
    if (value === null || value === undefined || value === "") return NOTHING;
    const entries = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
    return entries
      .map((entry) => spelledOut(String(entry).trim()).slice(0, 100))
      .filter((entry) => entry !== "" && entry !== "None" && !entry.includes("\0") && entry.isWellFormed());
  }

  objects(name: string): RawRecord[] {
    const value = this.#raw[name];
    return Array.isArray(value) ? value.filter((entry) => typeof entry === "object" && entry !== null) : [];
  }

  refuse(reason: string): void {
    this.reasons.push(reason);
  }

  #refuse(reason: string): null {
    this.reasons.push(reason);
    return null;
  }
}

/** The photos of a listing mostly have one timestamp. null for text that is none. */
const toIso = memoized((text): string | null => {
  const compact = COMPACT_TIMESTAMP.exec(text);
  const [, year, month, day, hour = "00", minute = "00", second = "00"] = compact ?? [];
  const time = new Date(compact ? `${year}-${month}-${day}T${hour}:${minute}:${second}Z` : withZone(text));
  const iso = Number.isNaN(time.getTime()) ? "" : time.toISOString();
  // Years before 1 and after 9999 have another form, which PostgreSQL does not read.
  return /^\d{4}-/.test(iso) && !iso.startsWith("0000") ? iso : null;
});

const DATE = /^(\d{4})-?(\d{2})-?(\d{2})(?:T.*|\s.*)?$/;
const US_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const COMPACT_TIMESTAMP = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?)?Z?$/;

function usOrder(text: string): [string, string, string] {
  const [month = "", day = "", year = ""] = text.split("/");
  return [year, month.padStart(2, "0"), day.padStart(2, "0")];
}

function isRealDay(date: string): boolean {
  const day = Number(date.slice(8));
  // JavaScript takes 31 June for 1 July.
  return new Date(`${date}T00:00:00Z`).getUTCDate() === day;
}

const NOTHING: string[] = [];

/** `450000` or `$450,000`. null for blank text, NaN for other text. */
export function numberInText(text: string): number | null {
  const plain = Number(text);
  if (!Number.isNaN(plain) && text.trim() !== "") return plain;
  const digits = text.replaceAll(/[$,\s]/g, "");
  return digits === "" ? null : Number(digits);
}

/** A timestamp without a zone is UTC, not this machine's time. */
function withZone(text: string): string {
  const iso = text.replace(" ", "T");
  return /^[^T]*T.*(Z|[+-]\d{2}:?\d{2})$/i.test(iso) || !iso.includes("T") ? iso : `${iso}Z`;
}

/** RESO feeds write a lookup value as `Front of Structure` or as `FrontOfStructure`; we keep the first form. */
export const spelledOut = memoized((value) => {
  if (/\s/.test(value)) return value;
  const words = value.replaceAll(/([a-z)])([A-Z])/g, "$1 $2");
  return words.replaceAll(SMALL_WORDS, (word) => word.toLowerCase());
});

const SMALL_WORDS = /(?<= )(And|At|By|For|From|Of|On|Or|The|To|With)(?= )/g;

const MAX_RESULTS_KEPT = 1000;
const MAX_KEPT_LENGTH = 100;

/** Keeps the results of short texts: feeds repeat them. */
function memoized<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    if (text.length > MAX_KEPT_LENGTH) return compute(text);
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= MAX_RESULTS_KEPT) results.clear();
    results.set(text, result);
    return result;
  };
}

/** For comparing lookup values in either spelling. */
export function lookupKey(value: string): string {
  return value.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
}
