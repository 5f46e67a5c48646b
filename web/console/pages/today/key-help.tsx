const keys = [
  ["j k", "move"],
  ["c", "call"],
  ["t", "text"],
  ["m", "mail"],
  ["n", "note"],
  ["f", "follow-up"],
  ["Enter", "open"],
] as const;

/** The keys of the rows. */
export function KeyHelp() {
  return (
    <p className="key-help">
      {keys.map(([key, what]) => (
        <span key={key}>
          <kbd>{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}
