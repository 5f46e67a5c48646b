/** Columns as wide as what is in them. */
export function table(head: string[], rows: string[][]): string {
  const clean = [head, ...rows].map((row) => row.map(onOneLine));
  const widths = head.map((_, column) =>
    clean.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0),
  );
  const lines = clean.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** A name may hold anything; a terminal obeys some of it. */
function onOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, " ");
}
