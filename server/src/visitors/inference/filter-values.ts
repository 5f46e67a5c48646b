import { measureLimits, priceIn } from "../../plain-words/index.ts";

/** Further entries of a list are ignored. */
const MAX_ENTRIES = 30;
const MAX_CHARACTERS = 200;
const CLEARED = new Set(["", "any", "all", "no min", "no max", "none", "null", "undefined", "0", "false"]);
const PLAIN_NUMBER = /^[$ ]{0,2}(\d{1,3}(?:,\d{3})+|\d{1,15})(\.\d{1,6})? ?(k|m)?\+?$/i;

/** Whether a value clears its filter. An unreadable value does not. */
export function isCleared(value: unknown): boolean {
  if (value === null || value === undefined || value === 0 || value === false) return true;
  if (typeof value === "string") return CLEARED.has(value.slice(0, 20).trim().toLowerCase());
  return typeof value === "object" && Object.values(value).slice(0, MAX_ENTRIES).every(isBlank);
}

/** `[null, null]` and `{min: "", max: ""}` are ranges without ends. */
function isBlank(entry: unknown): boolean {
  return entry === null || entry === undefined || entry === "" || entry === 0;
}

/** A number, or a text that is one: `500000`, `"500,000"`, `"$450k"`, `"3+"`. */
export function numberIn(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string") return null;
  const [, whole, part = "", unit] = PLAIN_NUMBER.exec(value.slice(0, MAX_CHARACTERS).trim()) ?? [];
  if (whole === undefined) return null;
  const factor = unit === undefined ? 1 : unit.toLowerCase() === "k" ? 1e3 : 1e6;
  return Number(whole.replaceAll(",", "") + part) * factor;
}

export function moneyIn(value: unknown): number | null {
  const amount = numberIn(value);
  return amount !== null && amount > 0 && amount <= measureLimits.price.max ? amount : null;
}

/** Reads a range as pages send it: `[min, max]`, `{min, max}`, `"300000-500000"`; a single number is the maximum. */
export function priceRangeIn(value: unknown): { min: number | null; max: number | null } | null {
  const [low, high] = endsOf(value);
  const [min, max] = [moneyIn(low), moneyIn(high)];
  if (min === null && max === null) return typeof value === "string" ? priceIn(truncated(value)) : null;
  return min !== null && max !== null && min > max ? { min: max, max: min } : { min, max };
}

function endsOf(value: unknown): [unknown, unknown] {
  if (Array.isArray(value)) return value.length === 1 ? [null, value[0]] : [value[0], value[1]];
  if (typeof value === "object" && value !== null) {
    const { min, max, from, to, gte, lte } = value as Record<string, unknown>;
    return [min ?? from ?? gte, max ?? to ?? lte];
  }
  return [null, value];
}

/** Reads a minimum number of rooms: 3, `"3+"`, `"3-4"`, `[3, 4]`, `{min: 3}`. */
export function roomsIn(value: unknown): number | null {
  const [low, high] = endsOf(value);
  const text = typeof value === "string" ? /^\s*(\d{1,2}(?:\.\d{1,2})?)/.exec(value)?.[1] : undefined;
  const count = numberIn(low) ?? numberIn(text) ?? (isRange(value) ? null : numberIn(high));
  return count !== null && count >= 1 && count <= 50 ? count : null;
}

/** A range such as `{max: 4}` has no minimum. */
function isRange(value: unknown): boolean {
  return typeof value === "object" && value !== null && !(Array.isArray(value) && value.length === 1);
}

/** Reads the texts of a value: a text, a comma-separated list, or an array of texts or of objects with a name. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string")
    return truncated(value).split(/[,;|]/).map(trim).filter(Boolean).slice(0, MAX_ENTRIES);
  if (Array.isArray(value))
    return value.slice(0, MAX_ENTRIES).flatMap(nameIn).map(truncated).map(trim).filter(Boolean);
  return nameIn(value).map(truncated).map(trim).filter(Boolean);
}

function nameIn(entry: unknown): string[] {
  if (typeof entry === "string") return [entry];
  if (typeof entry !== "object" || entry === null) return [];
  const { value, name, label, city, key } = entry as Record<string, unknown>;
  return [key, value, name, label, city].filter((each) => typeof each === "string").slice(0, 1);
}

const truncated = (text: string) => text.slice(0, MAX_CHARACTERS);
const trim = (text: string) => text.trim();
