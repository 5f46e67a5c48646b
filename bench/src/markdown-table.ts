/** A table in Markdown: columns of one width, so that the terminal shows it well. The first is aligned left, the others right. */
export function markdownTable(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const sizes = head.map((title, at) => Math.max(title.length, ...lines.map((line) => line[at]!.length)));
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(sizes[at]!) : cell.padStart(sizes[at]!))).join(" | ")} |`;
  const rule = `|${sizes.map((size, at) => (at === 0 ? "-".repeat(size + 2) : `${"-".repeat(size + 1)}:`)).join("|")}|`;
  return [lineOf(head), rule, ...lines.map(lineOf)].join("\n");
}
