import { type Option, withOption } from "./select-options.ts";

type FilterSelectProps = {
  label: string;
  /** In words: no filter. */
  any: string;
  value: string | undefined;
  options: readonly Option[];
  onChange: (value: string | undefined) => void;
};

/** A filter of a list: one of several values, or any. A value that is no option is shown as it is. */
export function FilterSelect({ label, any, value, options, onChange }: FilterSelectProps) {
  const shown = value === undefined ? options : withOption(options, value);
  return (
    <select
      className="filter"
      aria-label={label}
      data-active={value !== undefined || undefined}
      value={value ?? ""}
      onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
    >
      <option value="">{any}</option>
      {shown.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
