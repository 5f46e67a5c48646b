import createClient from "openapi-fetch";
import createQueries from "openapi-react-query";
import type { components, paths } from "../../../client/src/api.generated.ts";
import { ApiError } from "./api-error.ts";
import { repeatedWrites } from "./repeated-writes.ts";

/** A record as the API returns it: `Schema<"Lead">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/**
 * The API, with the cookie of the person who is signed in. The header keeps pages of other websites from writing with that cookie
 * (web.md, W25). Every refusal is thrown as an ApiError.
 */
export const client = createClient<paths>({
  baseUrl: "",
  headers: { "X-Requested-With": "lintel" },
  querySerializer: { array: { style: "form", explode: true } },
});

client.use({
  async onResponse({ response }) {
    if (!response.ok) throw await ApiError.of(response);
  },
  onError({ error }) {
    throw error instanceof ApiError || (error as Error).name === "AbortError"
      ? error
      : ApiError.ofNetwork(error);
  },
});

// Before the other one, which throws: replies go through them from the last to the first.
client.use(repeatedWrites);

/** The same as queries and mutations of TanStack Query: `api.useQuery("get", "/api/v1/admin/leads", …)`. */
export const api = createQueries(client);
