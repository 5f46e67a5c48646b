import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ApiError } from "./api-error.ts";
import { queries } from "./queries.ts";

/** A record with the tag of its version, which an edit of it sends as If-Match. */
export type Versioned<Record> = { record: Record; etag: string | null };

/** Of a reply of the API. */
export function versioned<Record>({
  data,
  response,
}: {
  data?: Record;
  response: Response;
}): Versioned<Record> {
  return { record: data as Record, etag: response.headers.get("etag") };
}

/** The header of an edit. Without a tag, the record does not exist yet. */
export function ifMatch(etag: string | null): Record<string, string> {
  return etag === null ? {} : { "If-Match": etag };
}

/** Reads a record with its version. The key has the path in the second place, as those of `api.useQuery`. */
export function useVersioned<Record>(
  key: readonly [kind: "versioned", path: string, ...ids: unknown[]],
  read: () => Promise<Versioned<Record>>,
): UseQueryResult<Versioned<Record>, ApiError> & { readAgain: () => Promise<Versioned<Record>> } {
  const query = useQuery<Versioned<Record>, ApiError>({ queryKey: key, queryFn: read });
  return Object.assign({}, query, {
    readAgain: () => queries.fetchQuery({ queryKey: key, queryFn: read, staleTime: 0 }),
  });
}
