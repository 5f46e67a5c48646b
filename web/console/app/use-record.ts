import { useQuery } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

/** A record with its version, which an edit names in If-Match. */
export type Versioned<Item> = { record: Item; etag: string };

type Reply<Item> = { data?: Item; response: Response };

/**
 * A record that is edited.
 *
 * @param path of the API, by which live updates read it again (stale-queries.ts).
 */
export function useRecord<Item>(path: string, id: number, read: () => Promise<Reply<Item>>) {
  return useQuery<Versioned<Item>, ApiError>({
    queryKey: ["get", path, id, "versioned"],
    queryFn: async () => {
      const { data, response } = await read();
      const etag = response.headers.get("etag");
      if (data === undefined || etag === null)
        throw new ApiError(response.status, "The record is unreadable.");
      return { record: data, etag };
    },
  });
}
