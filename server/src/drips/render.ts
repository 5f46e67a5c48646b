import { oneLine } from "../platform/mail/compose.ts";

/** What a template can name, as `{{name}}` (SPEC: Drip sequence). */
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

/** Null: there is none, and nothing is written in its place. */
export type PlaceholderValues = Record<Placeholder, string | null>;

/** Braces end it, and so does the line: what was opened and never closed stays as it is written. */
const PLACEHOLDER = /\{\{([^{}\r\n]*)\}\}/g;

/**
 * A body with its placeholders filled in; case and spaces around a name do not matter, names that are unknown become empty
 * text. A value is plain text: it is not rendered again, and it stays on its line.
 */
export function renderTemplate(template: string, values: PlaceholderValues): string {
  return template.replaceAll(PLACEHOLDER, (_all, name: string) => textOf(name, values));
}

/** The same for a subject, which is always one line. */
export function renderSubject(template: string, values: PlaceholderValues): string {
  return oneLine(renderTemplate(template, values));
}

function textOf(name: string, values: PlaceholderValues): string {
  const written = name.trim().toLowerCase();
  const known = placeholders.find((placeholder) => placeholder === written);
  return known === undefined ? "" : oneLine(values[known] ?? "");
}
