/** The name of the unique index that an insert or update ran against; null when the error is another one. */
export function violatedUniqueness(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === "23505" && typeof constraint === "string" ? constraint : null;
}
