import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import type { Schema } from "./api.ts";
import { ApiError } from "./api-error.ts";
import { hidePage, isOwner, isSessionOver, showPageTo } from "./session-end.ts";
import { hasTypedText } from "./typed-text.ts";

/** Live updates (live/use-live-updates.ts) make data stale at once; without them it is read again after this. */
const FRESH_MS = 30_000;
const TRIES = 2;

/**
 * Called with every refusal. A person who was signed in learns that the session has ended meanwhile: by the sign-in page, or where
 * something is typed by a dialog in place of the page (signed-out.tsx), so that it is not lost.
 */
function noteRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  const me = queries.getQueryData<Schema<"CurrentUserReply">>(["me"]);
  if (location.pathname.startsWith("/console/sign-in") || me === undefined || isSessionOver()) return;
  if (hasTypedText()) hidePage("over");
  else {
    const to = encodeURIComponent(location.pathname + location.search);
    location.assign(`/console/sign-in?ended=true&to=${to}`);
  }
}

/**
 * Called when it is known who is signed in. Where another person has signed in meanwhile, in another tab, all of the page is loaded again, or
 * kept out of sight where something is typed: it would be sent as that person's.
 */
function notePerson({ user }: Schema<"CurrentUserReply">): void {
  if (isSessionOver()) {
    if (showPageTo(user)) void queries.invalidateQueries();
  } else if (!isOwner(user)) {
    if (hasTypedText()) hidePage("other");
    else location.reload();
  }
}

export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: noteRefusal,
    onSuccess(data, { queryKey }) {
      if (queryKey[0] === "me") notePerson(data as Schema<"CurrentUserReply">);
    },
  }),
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
