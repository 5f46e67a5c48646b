import { queries } from "../../app/queries.ts";

/** After a write: the sequences, who is on them, and what would be sent. */
export function readDripsAgain(): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [, path] }) =>
      typeof path === "string" && /^\/api\/v1\/admin\/(?:drips|leads\/\{lead_id\}\/drips)/.test(path),
  });
}

/** The parameters of a request about a sequence. */
export function ofSequence(sequenceId: number) {
  return { params: { path: { sequence_id: sequenceId } } };
}
