import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { meQuery } from "../me.ts";
import { type Change, followOneStream } from "./one-stream.ts";
import { isStaleAfter } from "./stale-queries.ts";

/** Changes come in bursts: what they make old is read again together. */
const GATHER_MS = 250;

/** Reads again what others have changed, as soon as it has changed. */
export function useLiveUpdates(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let gathered: Change[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      const changes = gathered;
      gathered = [];
      timer = undefined;
      void queries.invalidateQueries({
        predicate: (query) => changes.some((each) => isStaleAfter(query, each)),
      });
    };
    const stop = followOneStream((change) => {
      // A refusal means that the session has ended (queries.ts).
      if (change.event === "closed") void queries.refetchQueries(meQuery);
      gathered.push(change);
      timer ??= setTimeout(refresh, GATHER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queries]);
}
