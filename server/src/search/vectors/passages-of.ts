/** What is embedded of a listing: the facts, and what its agent says, so that neither drowns in the other. */
export function passagesOf(facts: string, remarks: string): string[] {
  return remarks.trim() === "" ? [facts] : [facts, remarks];
}
