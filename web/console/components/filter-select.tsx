type FilterSelectProps = {
  label: string;
  /** In words: no filter. */
  any: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
  className?: string;
};

/** A filter of a list: one of several values, or any. Where the value is no option, it is shown as it is. */
export function FilterSelect({ label, any, value, options, onChange, className = "" }: FilterSelectProps) {
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return (
    <label className={`filter ${className}`.trim()} data-active={value !== undefined || undefined}>
      <span className="visually-hidden">{label}</span>
      <select
        value={value ?? ""}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === "" ? undefined : currentTarget.value)
        }
      >
        <option value="">{any}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
