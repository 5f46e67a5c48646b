import { oneLine } from "../platform/mail/compose.ts";

/** The placeholders of templates, written `{{name}}` (SPEC: Drip sequence). */
export const placeholders = [
  "first_name",
  "last_name",
  "agent_name",
  "agent_phone",
  "agent_email",
  "brokerage_name",
  "brokerage_phone",
] as const;
export type Placeholder = (typeof placeholders)[number];

/** Null renders as empty text. */
export type PlaceholderValues = Record<Placeholder, string | null>;

/** Ends at a brace or at the end of the line: an unclosed placeholder stays as written. */
const PLACEHOLDER = /\{\{([^{}\r\n]*)\}\}/g;

/**
 * Fills in the placeholders of a body; case and spaces around a name do not matter, unknown names become empty text. A
 * value is plain text on one line, and is not rendered again.
 */
export function renderTemplate(template: string, values: PlaceholderValues): string {
  return template.replaceAll(PLACEHOLDER, (_all, name: string) => textOf(name, values));
}

/** The same for a subject, which is always one line. */
export function renderSubject(template: string, values: PlaceholderValues): string {
  return oneLine(renderTemplate(template, values));
}

/** The names in a template that are no placeholder, as written, each once. They render empty. */
export function unknownPlaceholders(template: string): string[] {
  const names = Array.from(template.matchAll(PLACEHOLDER), ([, name = ""]) => name.trim());
  return [...new Set(names.filter((name) => placeholderOf(name) === undefined))];
}

function textOf(name: string, values: PlaceholderValues): string {
  const known = placeholderOf(name);
  return known === undefined ? "" : oneLine(values[known] ?? "");
}

function placeholderOf(name: string): Placeholder | undefined {
  const written = name.trim().toLowerCase();
  return placeholders.find((placeholder) => placeholder === written);
}
