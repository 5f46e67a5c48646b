import createClient, { type Client } from "openapi-fetch";
import type { paths } from "../../../client/src/api.generated.ts";
import { PageError } from "./ended.ts";

/** The API by its paths: `visit.api.GET("/api/public/agents")`. */
export type Api = Client<paths>;

/** @param origin of the visitor's request. @param call sends a request to the API in this process. */
export function createApi(origin: string, call: (request: Request) => Promise<Response>): Api {
  return createClient<paths>({
    baseUrl: origin,
    fetch: call,
    // As the API reads lists: `city=Boise&city=Nampa`.
    querySerializer: { array: { style: "form", explode: true } },
  });
}

type Answer<Data> = { data?: Data; error?: unknown; response: Response };

/**
 * The data of a successful reply: `dataOf(await visit.api.GET(…))`.
 *
 * @throws PageError with the reply's status, for which the frame has pages (404, 410, 429, 503, else 500).
 */
export function dataOf<Data>({ data, error, response }: Answer<Data>): Data {
  if (response.ok && data !== undefined) return data;
  throw new PageError(response.status, { retryAfter: response.headers.get("retry-after"), cause: error });
}

/** The same, with null for a 404. */
export function dataOrNull<Data>(answer: Answer<Data>): Data | null {
  return answer.response.status === 404 ? null : dataOf(answer);
}
