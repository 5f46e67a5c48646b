/** What stands behind the `?` of an address, as the router has read it. Values that are no such thing are left out. */
type Search = Record<string, unknown>;

/** `page`, from the second one on. */
export function pageIn({ page }: Search): { page?: number } {
  return Number.isInteger(page) && (page as number) > 1 ? { page: page as number } : {};
}

/** One of some values. */
export function choiceIn<const Name extends string, const Value extends string>(
  search: Search,
  name: Name,
  values: readonly Value[],
): { [Each in Name]?: Value } {
  const value = search[name];
  return values.includes(value as Value) ? ({ [name]: value } as { [Each in Name]?: Value }) : {};
}

/** Words; the router reads those of digits as a number. */
export function wordsIn<Name extends string>(search: Search, name: Name): { [Each in Name]?: string } {
  const value = search[name];
  const words = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return words === "" ? {} : ({ [name]: words } as { [Each in Name]?: string });
}

/** A value of a form that may be empty, for an address. */
export function filled(value: FormDataEntryValue | null): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
