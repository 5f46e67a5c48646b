import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

/** Live updates (live.ts) make data stale at once; without them it is read again after this. */
const FRESH_MS = 30_000;
const TRIES = 2;

/** Called with every refusal. A person who was signed in learns that the session has ended meanwhile. */
function noteRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  if (location.pathname.startsWith("/console/sign-in") || queries.getQueryData(["me"]) === undefined) return;
  const to = encodeURIComponent(location.pathname + location.search);
  location.assign(`/console/sign-in?ended=true&to=${to}`);
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noteRefusal }),
  mutationCache: new MutationCache({ onError: noteRefusal }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < TRIES && error instanceof ApiError && error.isPassing,
      // A lost network is shown; what was loaded stays.
      networkMode: "always",
    },
    // A write is sent once: its idempotency is the caller's decision.
    mutations: { retry: false, networkMode: "always" },
  },
});
