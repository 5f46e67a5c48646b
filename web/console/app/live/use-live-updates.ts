import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { meQuery } from "../me.ts";
import { batch } from "./batch.ts";
import { type Change, followOneStream } from "./one-stream.ts";
import { showProgress } from "./show-progress.ts";
import { isStaleAfter } from "./stale-queries.ts";
import { noteStream } from "./stream-state.ts";

/** Changes come in bursts: what they make old is read again together. */
const BATCH_MS = 250;
/** Progress comes as long as a job or a run lasts, and the API counts a person's requests by the hour. */
const PROGRESS_MS: Readonly<Record<string, number>> = {
  "indexing.progressed": 5000,
  // What is done is in the event itself (`showProgress`): this is for the speed and the counts.
  "feed.run_progressed": 30_000,
};

/** Reads again what others have changed, as soon as it has changed. */
export function useLiveUpdates(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = (changes: Change[]) =>
      void queries.invalidateQueries({
        predicate: (query) => changes.some((each) => isStaleAfter(query, each)),
      });
    const soon = batch(BATCH_MS, refresh);
    const later = new Map(Object.entries(PROGRESS_MS).map(([event, ms]) => [event, batch(ms, refresh)]));
    const stop = followOneStream((change) => {
      // A refusal means that the session has ended (queries.ts).
      if (change.event === "closed") void queries.refetchQueries(meQuery);
      showProgress(queries, change);
      (later.get(change.event) ?? soon).add(change);
    }, noteStream);
    return () => {
      stop();
      for (const each of [soon, ...later.values()]) each.stop();
    };
  }, [queries]);
}
