export type Option = { value: string; label: string };

/** The options of a select with the stored value among them: a select shows its first option in place of a value that is none. */
export function withOption(options: readonly Option[], value: string, label = value): readonly Option[] {
  return options.some((option) => option.value === value) ? options : [...options, { value, label }];
}
