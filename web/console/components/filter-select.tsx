type FilterSelectProps = {
  label: string;
  /** In words: no filter. */
  any: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
};

/** A filter of a list: one of several values, or any. A value that is no option is shown as it is. */
export function FilterSelect({ label, any, value, options, onChange }: FilterSelectProps) {
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return (
    <select
      className="filter"
      aria-label={label}
      data-active={value !== undefined || undefined}
      value={value ?? ""}
      onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
    >
      <option value="">{any}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
