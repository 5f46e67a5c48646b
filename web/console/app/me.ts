import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import type { operations } from "../../../client/src/api.generated.ts";
import { client, type Schema } from "./api.ts";

/** An operation of the API by its name in the documentation. */
export type Operation = keyof operations;

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async () => {
    const { data } = await client.GET("/api/admin/me");
    return data as Schema<"CurrentUserReply">;
  },
  staleTime: 60_000,
  // Another person may have signed in in another tab.
  refetchOnWindowFocus: "always",
});

/** The person who is signed in. */
export function useMe(): Schema<"CurrentUser"> {
  return useSuspenseQuery(meQuery).data.user;
}

/** Whether the API lets this person do something: what it refuses is not offered. */
export function useMay(): (operation: Operation) => boolean {
  const { permissions } = useSuspenseQuery(meQuery).data;
  return (operation) => permissions.includes(operation);
}
